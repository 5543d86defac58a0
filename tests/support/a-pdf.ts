// The smallest PDF with a page.
export function aPdf(): Buffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] >>',
  ].map((body, i) => `${i + 1} 0 obj\n${body}\nendobj\n`);
  const head = '%PDF-1.7\n';
  const places = objects.map((_, i) => head.length + objects.slice(0, i).join('').length);
  const rows = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`);
  const table = `xref\n0 4\n0000000000 65535 f \n${rows.join('')}`;
  const at = head.length + objects.join('').length;
  return Buffer.from(`${head}${objects.join('')}${table}trailer\n<< /Size 4 /Root 1 0 R >>\nstartxref\n${at}\n%%EOF\n`);
}
