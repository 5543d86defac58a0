// Which addresses a message may go to. An address becomes a line of a letter's head and a command to a mail server, so it must
// never hold a line end or a sign that ends the address.
import type { Channel } from './tables.ts';

const mailAddress = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
const phoneNumber = /^\+[1-9]\d{6,14}$/;

const isMailAddress = (text: string): boolean => mailAddress.test(text) && !/^\.|\.@|\.\.|@.*\.-|-\./.test(text);

/** Lines of a letter's address, as a printer puts them into its window. */
const isPostalAddress = (text: string): boolean =>
  /^[^\p{Cc}\p{Cf}]{1,100}(?:\n[^\p{Cc}\p{Cf}]{1,100}){1,7}$/u.test(text);

/** An email address, a telephone number as +13175551212, or the lines of an address. */
export function isRightAddress(channel: Channel, to: string): boolean {
  if (channel === 'mail') return isPostalAddress(to);
  return channel === 'email' ? isMailAddress(to) : phoneNumber.test(to);
}
