// Answers with its pid and what it was sent; ends when it is told to.
import { replyToEach } from '../kept-processes.ts';

replyToEach<{ readonly word: string }, string>(({ word }) => {
  if (word === 'end') process.exit(1);
  return `${word} by ${process.pid}`;
});
