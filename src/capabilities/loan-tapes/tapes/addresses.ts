// Addresses of the files of tapes.
import { signedAddresses } from '#platform/blobs/signed-address.ts';

export const fileAddresses = signedAddresses('address of the file of a loan tape', ['tapeId']);
