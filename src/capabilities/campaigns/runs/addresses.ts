// Addresses of the files of runs.
import { signedAddresses } from '#platform/blobs/signed-address.ts';

export const fileAddresses = signedAddresses('address of the file of a campaign', ['runId']);
