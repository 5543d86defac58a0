// The words of a tape type.
export const tapeTypes = ['loans'] as const;
export const outputFormats = ['CSV', 'fixedWidth', 'parquet'] as const;
export type OutputFormat = (typeof outputFormats)[number];
export const moneyUnits = ['subUnit100', 'fullUnit'] as const;
export type MoneyUnit = (typeof moneyUnits)[number];
export const compressions = ['noCompression', 'gzip', 'zip'] as const;
export type Compression = (typeof compressions)[number];
export const missingActions = ['includeIDsAndEmptyData', 'excludeFromTape'] as const;
export type MissingAction = (typeof missingActions)[number];
export const masks = ['lastFour', 'initial', 'year', 'hidden'] as const;
export type Mask = (typeof masks)[number];
