import { inTransaction } from '#db/transaction.ts'
import { siteOf } from '#features/accounts/server/mails/letter.service.ts'
import { post } from '#server/guarded-post.ts'
import type { Viewer } from '#server/session.ts'
import type { ChannelId } from '#shared/ids.ts'
import { problemText } from '#shared/post-failures.texts.ts'
import { refuse } from '#shared/refusal.ts'
import { MAX_CHANNELS } from '../../channels.rules.ts'
import type { ChannelDraft } from '../../channels.schemas.ts'
import { CHANNEL_REFUSALS, CHANNEL_TEST } from '../../channels.texts.ts'
import type { NotificationsDeps } from '../notifications.service.ts'
import { requestOf } from './channel-messages.ts'
import * as queries from './channels.queries.ts'

export const listChannels = ({ db }: NotificationsDeps, viewer: Viewer) => queries.listChannels(db, viewer.id)

/**
 * Adds a channel after a test has arrived there. Refuses channel_failed with the reason, channel_exists, and too_many_channels
 * before anything is sent.
 */
export async function addChannel(
  deps: NotificationsDeps,
  viewer: Viewer,
  draft: ChannelDraft,
): Promise<queries.ChannelRow> {
  const { channel, address: endpoint, token } = draft
  const known = await queries.listChannels(deps.db, viewer.id)
  if (known.some((one) => one.endpoint === endpoint)) refuseKnown()
  if (known.length >= MAX_CHANNELS) refuseTooMany()
  const { status, failure } = await sendTest(deps, { channel, endpoint, token })
  if (failure !== null) {
    const reason = problemText(failure, status)
    refuse('invalid', 'channel_failed', reason, { details: { address: reason } })
  }
  return inTransaction(deps, async ({ db, clock }) => {
    if ((await queries.lockAndCount(db, viewer.id)) >= MAX_CHANNELS) refuseTooMany()
    return (await queries.insertChannel(db, viewer.id, draft, clock())) ?? refuseKnown()
  })
}

const refuseKnown = () =>
  refuse('conflict', 'channel_exists', CHANNEL_REFUSALS.exists, { details: { address: CHANNEL_REFUSALS.exists } })
const refuseTooMany = () => refuse('conflict', 'too_many_channels', CHANNEL_REFUSALS.tooMany)
const refuseMissing = () => refuse('not_found', 'channel_not_found', CHANNEL_REFUSALS.missing)

/** Sends a test and stores how it went. One that arrives ends a pause. */
export async function testChannel(deps: NotificationsDeps, viewer: Viewer, id: ChannelId): Promise<queries.ChannelRow> {
  const row = (await listChannels(deps, viewer)).find((one) => one.id === id) ?? refuseMissing()
  const { status, failure } = await sendTest(deps, row)
  const state = { paused_at: failure === null ? null : row.paused_at, last_status: status, last_failure: failure }
  await queries.storeState(deps.db, id, state)
  return { ...row, ...state }
}

export async function removeChannel({ db }: NotificationsDeps, viewer: Viewer, id: ChannelId): Promise<void> {
  if (!(await queries.deleteChannel(db, viewer.id, id))) refuseMissing()
}

/** The member waits for the result, so it is sent at once and not repeated. */
function sendTest(
  { config }: NotificationsDeps,
  to: { channel: string; endpoint: string; token: string | null },
): ReturnType<typeof post> {
  const url = `${siteOf(config)}/settings/notifications`
  const request = requestOf(to, { site: config.productName, sentence: CHANNEL_TEST, text: null, url })
  return post(request.address, { ...request, allowed: config.webhookPrivateAddresses })
}
