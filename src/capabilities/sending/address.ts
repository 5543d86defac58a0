// Which addresses a message may go to. An address becomes a line of a letter's head and a command to a mail server, so it must
// never hold a line end or a sign that ends the address.
import type { Channel } from './tables.ts';

const mailAddress = /^[A-Za-z0-9.!#$%&'*+/=?^_`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,251}[A-Za-z0-9])?$/;
const phoneNumber = /^\+[1-9]\d{6,14}$/;

const isMailAddress = (text: string): boolean => mailAddress.test(text) && !/^\.|\.@|\.\.|@.*\.-|-\./.test(text);

/** An email address, or a telephone number as +13175551212. */
export const isRightAddress = (channel: Channel, to: string): boolean =>
  channel === 'email' ? isMailAddress(to) : phoneNumber.test(to);
