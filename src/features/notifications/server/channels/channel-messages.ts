import type { Channel } from '../../channels.rules.ts'

/** What a channel shows: the sentence of a notification, and where it leads. */
export interface ChannelMessage {
  /** The name of the site. */
  site: string
  sentence: string
  /** What somebody wrote, if the member wants it shown. */
  text: string | null
  url: string
}

interface ChannelRequest {
  address: string
  body: string
  headers: Record<string, string>
}

/** Where a message goes and what it is, for each service as its documentation says. */
const REQUESTS: Record<Channel, (address: URL, message: ChannelMessage, token: string) => ChannelRequest> = {
  // A JSON message is published at the root, and names its topic. The tag becomes a picture of a controller.
  ntfy(address, { site, url, ...message }, token) {
    const topic = address.pathname.slice(1)
    const body = { topic, title: site, message: bodyOf(message), click: url, tags: ['video_game'] }
    return request(new URL('/', address), body, token === '' ? {} : { authorization: `Bearer ${token}` })
  },
  gotify(address, { site, url, ...message }, token) {
    const extras = { 'client::notification': { click: { url } } }
    const at = new URL(`${address.pathname.replace(/\/$/, '')}/message?token=${encodeURIComponent(token)}`, address)
    return request(at, { title: site, message: bodyOf(message), priority: 5, extras })
  },
  // What somebody wrote mentions nobody.
  discord(address, { site, sentence, text, url }) {
    const embed = { title: cut(sentence, 256), url, ...(text && { description: text }) }
    return request(address, {
      username: cut(nameForDiscord(site), 80),
      embeds: [embed],
      allowed_mentions: { parse: [] },
    })
  },
  apprise(address, { site, url, ...message }) {
    return request(address, { title: site, body: `${bodyOf(message)}\n${url}`, type: 'info' })
  },
}

const bodyOf = ({ sentence, text }: Pick<ChannelMessage, 'sentence' | 'text'>) =>
  text ? `${sentence}\n${text}` : sentence

const cut = (text: string, most: number) => [...text].slice(0, most).join('')

/** Discord refuses names that contain its own. */
const nameForDiscord = (site: string) => site.replaceAll(/discord|clyde/gi, '').trim() || 'Savepoint'

function request(address: URL, body: object, headers: Record<string, string> = {}): ChannelRequest {
  return {
    address: address.href,
    body: JSON.stringify(body),
    headers: { 'content-type': 'application/json', 'user-agent': 'Savepoint', ...headers },
  }
}

export const requestOf = (
  { channel, endpoint, token }: { channel: string; endpoint: string; token: string | null },
  message: ChannelMessage,
): ChannelRequest => REQUESTS[channel as Channel](new URL(endpoint), message, token ?? '')
