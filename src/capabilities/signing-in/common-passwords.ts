// What is tried first. Compared without case, digits and signs at both ends.
const words = `
  password passwort passw0rd p@ssw0rd p@ssword pass admin administrator root user guest login welcome letmein changeme
  default secret master qwerty qwertz azerty qwertyuiop asdfgh asdfghjkl zxcvbn zxcvbnm qazwsx iloveyou monkey dragon
  football baseball basketball soccer hockey superman batman starwars pokemon princess sunshine shadow michael jordan
  jennifer ashley daniel jessica charlie trustno hunter ranger thomas robert matthew andrew joshua george harley
  mustang ferrari corvette yankees cowboys lakers eagles steelers summer winter spring autumn january february march
  april june july august september october november december monday tuesday wednesday thursday friday saturday sunday
  computer internet whatever freedom flower cookie cheese pepper banana orange purple silver golden diamond killer
  access test testing temp temporary company office loan loans lender lending bank banking borrower payment money
`;

export const commonPasswords: ReadonlySet<string> = new Set(words.trim().split(/\s+/));
