// Builds complete settings: from a name alone, from settings and a change of them, and from stored settings.
import { shownMetaData, storedMetaData } from '#platform/resource/meta-data.ts';
import { defaultInstallment, type InstallmentDraft, installmentAfter } from './installment/settings.ts';
import { defaultLine, type LineDraft, lineAfter } from './line/settings.ts';
import type { LoanTypeSettings, SettingsInput, StoredSettings } from './schema.ts';

type LoanTypeKind = LoanTypeSettings['type'];
/** Settings that may still miss a field without a default. */
export type SettingsDraft = InstallmentDraft | LineDraft;

export const defaultSettings = (type: LoanTypeKind, name: string): LoanTypeSettings =>
  type === 'installment' ? defaultInstallment(name) : defaultLine(name);

/** A field that is not sent stays; objects change field by field, and null removes a fee. Nothing is checked yet. */
export const settingsAfter = (before: LoanTypeSettings, sent: SettingsInput): SettingsDraft =>
  before.type === 'installment' ? installmentAfter(before, sent) : lineAfter(before, sent);

/** Stored settings in the order of the schema; a setting that is newer than the stored ones has its default. */
export const wholeSettings = ({ extraFields = null, ...stored }: StoredSettings): LoanTypeSettings =>
  // Nothing is missing: stored settings were checked.
  settingsAfter(defaultSettings(stored.type, stored.name), {
    ...stored,
    extraFields: shownMetaData(extraFields),
  } as SettingsInput) as LoanTypeSettings;

export const storedSettings = ({ extraFields, ...settings }: LoanTypeSettings): StoredSettings => ({
  ...settings,
  extraFields: storedMetaData(extraFields),
});
