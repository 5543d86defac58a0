// Addresses of one content of one document each.
import { signedAddresses } from '#platform/blobs/signed-address.ts';

export const contentAddresses = signedAddresses('address of a content', ['personId', 'documentId', 'contentId']);
