// Makes one file that keeps two promises: PDF/UA-1 (anybody can read it, also by voice) and PDF/A-2a (anybody can read it
// in thirty years). Typst writes one of them into a file. So a paper is set by both, each of which is checked by Typst,
// and the file of the first is continued by what only the second says: which colors are meant, and its claim.

interface Pdf {
  readonly bytes: Buffer;
  /** Where each object begins, by its number. */
  readonly offsets: readonly number[];
  /** Where the table of the objects begins. */
  readonly tableAt: number;
  /** What the trailer says by this name. */
  said(name: string): string;
}

const entryLength = 20;
/** The last lines of a file, which say where the table begins. */
const endLength = 100;
const reference = /(\d+) 0 R/;

export function withBothClaims(accessible: Buffer, archival: Buffer): Buffer {
  const [ours, theirs] = [pdfIn(accessible), pdfIn(archival)];
  const [intent, profile] = [ours.offsets.length, ours.offsets.length + 1];
  const catalog = bodyOf(ours, ours.said('Root'));
  const theirIntent = bodyOf(
    theirs,
    after(bodyOf(theirs, after(bodyOf(theirs, theirs.said('Root')), '/OutputIntents')), '['),
  );
  return continued(ours, [
    [after(catalog, '/Metadata'), metadataWith(bothClaims(metadataOf(theirs)))],
    [ours.said('Root'), replacedOnce(catalog, '/Type /Catalog', (type) => `${type}\n  /OutputIntents [${intent} 0 R]`)],
    [String(intent), theirIntent.replace(reference, `${profile} 0 R`)],
    [String(profile), bodyOf(theirs, after(theirIntent, '/DestOutputProfile'))],
  ]);
}

/** A paper may have large pictures, so only what is looked at becomes text, each byte one character. */
function pdfIn(bytes: Buffer): Pdf {
  const last = bytes.toString('latin1', Math.max(0, bytes.length - endLength));
  const tableAt = Number(/startxref\s+(\d+)/.exec(last)?.[1]);
  const end = bytes.toString('latin1', tableAt);
  const head = /^xref\s+0 (\d+)\s+/.exec(end);
  if (head === null) throw new Error('The PDF has no table of its objects that begins at 0.');
  const entryAt = (number: number): number => head[0].length + number * entryLength;
  const offsets = Array.from({ length: Number(head[1]) }, (_, n) => Number(end.slice(entryAt(n), entryAt(n) + 10)));
  const trailer = end.slice(entryAt(offsets.length));
  const said = (name: string): string => {
    const found = new RegExp(`/${name} (?:(\\d+) 0 R|(\\[[^\\]]*\\]))`).exec(trailer);
    if (found === null) throw new Error(`The trailer of the PDF says no ${name}.`);
    return (found[1] ?? found[2]) as string;
  };
  return { bytes, offsets, tableAt, said };
}

/** What stands between `obj` and `endobj`. Nothing lies between two objects, so it ends before the next one. */
function bodyOf({ bytes, offsets, tableAt }: Pdf, number: string): string {
  const from = offsets[Number(number)] as number;
  const to = offsets.reduce((nearest, at) => (at > from && at < nearest ? at : nearest), tableAt);
  const whole = bytes.toString('latin1', from, to);
  return whole.slice(whole.indexOf('obj') + 3, whole.lastIndexOf('endobj')).trim();
}

/** The number of the object to which the first reference after `mark` points. */
function after(body: string, mark: string): string {
  const at = body.indexOf(mark);
  const found = at === -1 ? null : reference.exec(body.slice(at));
  if (found === null) throw new Error(`The PDF has no reference after ${mark}.`);
  return found[1] as string;
}

function replacedOnce(text: string, mark: string, by: (mark: string) => string): string {
  if (!text.includes(mark)) throw new Error(`The PDF does not say ${mark}.`);
  return text.replace(mark, by);
}

/** The metadata as XML, in which each byte is one character. */
function metadataOf(pdf: Pdf): string {
  const body = bodyOf(pdf, after(bodyOf(pdf, pdf.said('Root')), '/Metadata'));
  return body.slice(body.indexOf('<?xpacket'), body.lastIndexOf('endstream')).trimEnd();
}

const metadataWith = (xml: string): string =>
  `<<\n  /Length ${xml.length}\n  /Type /Metadata\n  /Subtype /XML\n>>\nstream\n${xml}\nendstream`;

const element = (name: string, text: string): string => `<pdfa${name}>${text}</pdfa${name}>`;

/** PDF/A wants each field of the metadata described that it does not know itself. */
const describedClaim = [
  '<rdf:li rdf:parseType="Resource">',
  element('Schema:schema', 'PDF/UA identification schema'),
  element('Schema:namespaceURI', 'http://www.aiim.org/pdfua/ns/id/'),
  element('Schema:prefix', 'pdfuaid'),
  '<pdfaSchema:property><rdf:Seq><rdf:li rdf:parseType="Resource">',
  element('Property:category', 'internal'),
  element('Property:description', 'Part of ISO 14289 to which the document conforms'),
  element('Property:name', 'part'),
  element('Property:valueType', 'Integer'),
  '</rdf:li></rdf:Seq></pdfaSchema:property></rdf:li>',
].join('');

function bothClaims(xml: string): string {
  const named = replacedOnce(
    xml,
    ' xmlns:pdfaid=',
    (mark) => ` xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/" ${mark}`,
  );
  const described = replacedOnce(named, '<pdfaExtension:schemas><rdf:Bag>', (mark) => `${mark}${describedClaim}`);
  return replacedOnce(described, '<pdfaid:part>', (mark) => `<pdfuaid:part>1</pdfuaid:part>${mark}`);
}

/** The file, and behind it these objects, each new or instead of the one of its number, as PDF lets a file be continued. */
function continued(pdf: Pdf, objects: readonly (readonly [number: string, body: string])[]): Buffer {
  const parts = ['\n'];
  let at = pdf.bytes.length + 1;
  const table = objects.map(([number, body]) => {
    const part = `${number} 0 obj\n${body}\nendobj\n\n`;
    const entry = `${number} 1\n${String(at).padStart(10, '0')} 00000 n \n`;
    parts.push(part);
    at += part.length;
    return entry;
  });
  const size = Math.max(...objects.map(([number]) => Number(number))) + 1;
  const trailer = `<<\n  /Size ${size}\n  /Root ${pdf.said('Root')} 0 R\n  /Info ${pdf.said('Info')} 0 R\n  /ID ${pdf.said('ID')}\n  /Prev ${pdf.tableAt}\n>>`;
  parts.push(`xref\n${table.join('')}trailer\n${trailer}\nstartxref\n${at}\n%%EOF\n`);
  return Buffer.concat([pdf.bytes, Buffer.from(parts.join(''), 'latin1')]);
}
