// The words of a tape type.
/** What a row of a tape is. */
export const tapeTypes = ['loans', 'payments'] as const;
export type TapeKind = (typeof tapeTypes)[number];
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
