import { defineEvent } from '#server/events.ts'
import type { ChallengeId, UserId } from '#shared/ids.ts'

/** A member has completed a challenge. Published in the transaction of the write that completes it. */
export const challengeCompleted = defineEvent<{ userId: UserId; challengeId: ChallengeId }>('challenge completed')

/** A challenge has another reward. Published in the transaction of the change, after the write. */
export const challengeRewardChanged = defineEvent<{ challengeId: ChallengeId }>('challenge reward changed')
