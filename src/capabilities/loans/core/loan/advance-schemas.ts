// What is said of an advance: of one that is made by itself, or that is agreed with its loan.
import { type Static, Type } from 'typebox';
import { MerchantNamed } from '#capabilities/products/index.ts';
import { ExternalId, MetaData, Named, Nullable, StringEnum, Text } from '#platform/input/schemas.ts';

const optional = <S extends Parameters<typeof Nullable>[0]>(schema: S, description?: string) =>
  Type.Optional(Nullable(schema, description === undefined ? {} : { description }));

export const pointsOfSale = ['online', 'physical'] as const;

const AdvanceDetailsInput = Named('AdvanceDetailsInput')({
  description: optional(Text({ max: 255 })),
  pointOfSaleType: optional(StringEnum(pointsOfSale)),
  categoryId: optional(Text({ max: 64 })),
  merchantId: optional(MerchantNamed),
  merchantName: optional(Text({ max: 200 })),
  metadata: optional(MetaData),
});
export type AdvanceDetailsInput = Static<typeof AdvanceDetailsInput>;

export const saidOfAdvances = {
  externalId: Type.Optional(ExternalId({ max: 50 })),
  advanceDetails: optional(AdvanceDetailsInput),
  metadata: optional(MetaData),
  metaData: optional(MetaData, 'The same as metadata.'),
};
