export const REPORT_DIALOG_TEXTS = {
  onlyAdmins: 'Only the team of this site sees that it was you.',
  reason: 'What is wrong with it?',
  note: 'Anything to add?',
} as const

/** Of the dialog for a wrong fact. */
export const FACT_DIALOG_TEXTS = {
  about: 'The team of this site reads it and tells you whether it is corrected.',
  fact: 'What is wrong?',
  text: 'What is wrong, and what is right?',
  source: 'Where does it say so?',
  sourceHint: 'Optional. The address of a page, such as one of the maker.',
} as const
