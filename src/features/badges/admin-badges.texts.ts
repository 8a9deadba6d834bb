/** Of badges in the admin area. */
export const ADMIN_BADGE_TEXTS = {
  about: 'What members earn by what they do. Only admins take one away.',
  backfilling: 'Looking for members who have earned it',
  noMoment: 'Nothing: given by admins and challenges',
  sentenceHint: 'What it takes, in one sentence.',
  backfill: 'Members who have reached it before get it quietly within minutes, without a notification.',
  memberHint: 'The username of a member.',
  noOwners: 'Members who earn it appear here.',
  reward: 'Members who complete the challenge get this badge.',
} as const
