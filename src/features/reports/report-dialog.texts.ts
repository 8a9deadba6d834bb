export const REPORT_DIALOG_TEXTS = {
  onlyAdmins: 'Only the team of this site sees that it was you.',
  reason: 'What is wrong with it?',
  note: 'Anything to add?',
} as const
