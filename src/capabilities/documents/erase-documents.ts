// When a person is erased, their documents go; the platform forgets the contents.
import type { Erasing } from '#platform/capability.ts';

export const eraseDocuments: Erasing = async (tx, personId) => {
  tx.write(tx.db.deleteFrom('document_slices').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('document_contents').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('documents').where('person_id', '=', personId));
  tx.write(tx.db.deleteFrom('document_upload_links').where('person_id', '=', personId));
};
