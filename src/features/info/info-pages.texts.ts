export const ANSWER_BY_EMAIL = 'The answer comes by email.'

/** What the pages are about. */
export const INFO_PAGES = {
  about: 'What it is, and where its facts come from',
  faq: 'How statuses, hours, reviews and privacy work',
  news: 'What has changed, and what comes next',
  contact: 'Write to the people who run this site',
  privacy: 'What is stored, for how long, and your rights',
  terms: 'How we treat each other here',
} as const

export const PAGE_NOT_LOADED = 'The page could not be loaded.'

export const noQuestionText = (words: string): string => `No question contains “${words}”.`
