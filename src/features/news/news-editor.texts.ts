import { CANNOT_UNDO } from '#shared/sentences.ts'

/** Of the editor and the news in the admin area. */
export const NEWS_EDITOR_TEXTS = {
  about: 'What everybody reads at “News”: written, scheduled and published here.',
  noneFound: 'No post has this status and these words.',
  none: 'What you write here appears at “News”.',
  delete: `Its address stops working. ${CANNOT_UNDO} Archive it instead to hide it from visitors.`,
  notLoaded: 'The post could not be loaded.',
  excerpt: 'One or two sentences for the list and for link previews.',
  markdown:
    'Markdown: ## heading, **bold**, - list, > quote, [link](https://…), ![description](address of a picture), tables.',
  featured: '“Featured” puts the post on the home page. So does the category Feature.',
  timeOfPublished: 'Visitors see it from then on, if it is published.',
  timeEmpty: 'Your local time. Empty: as soon as it is published.',
  pictureFound: 'The picture is there.',
  pictureHint: 'The address of a picture on the web or of this site, such as that of a list.',
  previewEmpty: 'The text appears here while you write.',
} as const

export const NEWS_STATES = {
  draft: 'A draft: only admins see it.',
  archived: 'Archived: only admins see it.',
  published: 'Everybody sees it.',
  scheduled: (day: string, time: string) => `Scheduled for ${day}, ${time} UTC.`,
} as const
