// Says the sum of a paper that was made in this process.
import { createHash } from 'node:crypto';
import { pdfOf } from '../pdf-of.ts';

const [template = '', data = ''] = process.argv.slice(2);
const order = { template: new URL(template), data: JSON.parse(data) };
console.log(
  createHash('sha256')
    .update(await pdfOf(order))
    .digest('hex'),
);
