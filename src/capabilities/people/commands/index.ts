// The commands of people.
export { createPerson } from './create-person.ts';
export { updatePerson } from './update-person.ts';
export {
  type ContactWriteOptions,
  cloneContact,
  createContact,
  deleteContact,
  updateContact,
} from './write-contact.ts';
export { createIdentity, deleteIdentity, updateIdentity } from './write-identity.ts';
