// Names that somebody may have, or may give.
export const hostileNames: readonly string[] = [
  'María-José de los Ángeles Núñez Ñandú y Gutiérrez-Wolfeschlegelsteinhausenbergerdorff',
  '#panic("no") $x^2$ @ref *bold* _italic_ <label> `raw` // comment',
  '= A heading\n- and a list',
  '\u202e.fdp.exe\u202c turned around',
  'z\u0300\u0301\u0302\u0303\u0304\u0305\u0306\u0307\u0308algo',
  '山田太郎 & Söhne',
  'مرحبا שלום',
  '👩‍👩‍👧‍👦 Family Store 🏳️‍🌈',
  'Nguyễn Thị Hạnh’s Nails',
  'W'.repeat(90),
  '"}, {"amount": 0',
  "<script>alert('x')</script>",
  '#import "@preview/evil:1.0.0": *',
  'Half \ud800 a sign, and nothing\u0000\u200b\ufeff',
  '../../../../etc/passwd',
];
