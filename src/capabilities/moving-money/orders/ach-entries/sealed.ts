import type { SealedTable } from '#platform/encryption/sealed-table.ts';

export const filePart = (fileId: string, number: number): string => `ach-file.${fileId}.${number}`;

export const achSealed: readonly SealedTable[] = [
  {
    table: 'ach_file_parts',
    key: ['file_id', 'number'],
    byCompany: { columns: { content_sealed: ({ file_id, number }) => filePart(file_id, number) } },
  },
];
