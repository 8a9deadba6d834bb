/** What the library can be filtered for: any copy, none, or one of a kind. */
export const COPY_KINDS = {
  owned: 'Owned',
  none: 'Not owned',
  physical: 'Physical copy',
  digital: 'Digital copy',
  lent: 'Lent',
} as const
export type CopyKind = keyof typeof COPY_KINDS
