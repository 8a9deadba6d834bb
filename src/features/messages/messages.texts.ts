/** Sentences of the documents, to the letter (G12). */
export const FRIENDS_ONLY = 'This user only accepts messages from friends'
export const CANNOT_MESSAGE = "You can't message this user"

export const MESSAGE_SELF = "You can't message yourself"
export const MESSAGE_REQUIRED = 'Please write a message'
export const MESSAGE_TOO_LONG = 'Message must be 2000 characters or less'
/** Replaces the text of a message that its sender has deleted, or an admin has removed (G12). */
export const MESSAGE_DELETED = 'Message deleted'
export const MEMBER_GONE = 'This member is no longer here'

export const MESSAGES_SAFE = 'Your messages are safe.'
/** Of a message that an admin has hidden. */
export const ONLY_YOU_SEE_IT = 'Only you see it.'

export const ONLY_THIS_MESSAGE = 'Of your messages they see this one, and no other.'

export const DELETE_OWN_MESSAGES = 'You can only delete your own messages'

export const MESSAGE_HELD = 'A moderator reads your first message to this member before another one'
