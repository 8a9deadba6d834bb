import * as z from 'zod/mini'
import { ADDRESS_LENGTH, addressOf, CHANNELS, TOKEN_LENGTH, tokenOf } from './channels.rules.ts'
import { CHANNEL_REFUSALS } from './channels.texts.ts'

/** The form of a new channel. */
export const ChannelDraft = z.pipe(
  z.object({
    channel: z.enum(CHANNELS, CHANNEL_REFUSALS.channel),
    address: z
      .string(CHANNEL_REFUSALS.required)
      .check(z.trim(), z.maxLength(2 * ADDRESS_LENGTH, CHANNEL_REFUSALS.required)),
    token: z._default(
      z
        .string()
        .check(
          z.trim(),
          z.maxLength(TOKEN_LENGTH, CHANNEL_REFUSALS.token),
          z.regex(/^[\x21-\x7e]*$/, CHANNEL_REFUSALS.token),
        ),
      '',
    ),
  }),
  z.transform(({ channel, address: given, token }, context) => {
    const address = addressOf(channel, given)
    const problem = (field: string, message: string) =>
      context.issues.push({ code: 'custom', message, path: [field], input: given })
    if (address === null) problem('address', CHANNEL_REFUSALS.address[channel])
    const kind = tokenOf(channel)
    if (kind === 'required' && token === '') problem('token', CHANNEL_REFUSALS.tokenRequired)
    return { channel, address: address ?? '', token: kind === 'none' ? '' : token }
  }),
)
export type ChannelDraft = z.output<typeof ChannelDraft>
