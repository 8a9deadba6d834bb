import { counted } from '#shared/counted.ts'
import { FORUM_TEXTS } from './forum.texts.ts'

/** Of a thread and of the forms for its texts. */
export const THREAD_TEXTS = {
  titleExample: 'What is it about?',
  quotedDeleted: 'This post was deleted.',
  quotedHidden: 'This post was hidden by a moderator.',
  closed: 'A moderator has closed it. Nobody can reply.',
  noReply: 'You cannot reply in this thread.',
  membersReply: 'Members reply here.',
  textHint: 'Addresses become links, and @names lead to members.',
  subscribed: 'You are notified of new posts here',
  unsubscribed: 'No more notifications from here',
  postsNotLoaded: 'Nothing is lost. The posts could not be loaded.',
  pageEmpty: 'No posts on this page',
  pageEmptyHint: 'The thread is shorter than that.',
  tryNow: 'You can try again now.',
  signInToLike: (item: string) => `Sign in to like ${item}.`,
  hidden: `${FORUM_TEXTS.hiddenThread}. Nobody can reply.`,
  held: `${FORUM_TEXTS.heldThread}. Replies are possible when others see it.`,
  mentionsFound: (members: number) => `${counted(members, 'member')}. Arrow keys choose, Enter completes.`,
} as const
