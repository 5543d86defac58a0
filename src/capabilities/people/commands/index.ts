// The verbs of people.
export { createPerson } from './create-person.ts';
export { updatePerson } from './update-person.ts';
export {
  cloneContact,
  contactSort,
  createContact,
  deleteContact,
  findContact,
  updateContact,
} from './write-contact.ts';
export { createIdentity, deleteIdentity, identityNotFound, updateIdentity } from './write-identity.ts';
