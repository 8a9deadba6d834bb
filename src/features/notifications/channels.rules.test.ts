import { expect, test } from 'vitest'
import { addressOf, type Channel } from './channels.rules.ts'

test.each<[Channel, string, string | null]>([
  ['ntfy', 'https://ntfy.sh/my-topic', 'https://ntfy.sh/my-topic'],
  ['ntfy', 'HTTPS://NTFY.sh:443/my-topic/', 'https://ntfy.sh/my-topic'],
  ['ntfy', 'http://10.0.0.5:8080/games#x', 'http://10.0.0.5:8080/games'],
  ['ntfy', 'https://ntfy.sh', null],
  ['ntfy', 'https://ntfy.sh/a/b', null],
  ['ntfy', 'https://ntfy.sh/topic?auth=abc', null],
  ['ntfy', 'ntfy.sh/topic', null],
  ['ntfy', 'ftp://ntfy.sh/topic', null],
  ['ntfy', 'https://ann:secret@ntfy.sh/topic', null],
  ['gotify', 'https://push.example.org/', 'https://push.example.org'],
  ['gotify', 'https://example.org/gotify/', 'https://example.org/gotify'],
  ['gotify', 'https://push.example.org/message?token=A1', null],
  ['discord', 'https://discord.com/api/webhooks/123/a_B-c', 'https://discord.com/api/webhooks/123/a_B-c'],
  ['discord', 'https://discord.com/api/v10/webhooks/123/a_B-c', 'https://discord.com/api/v10/webhooks/123/a_B-c'],
  ['discord', 'https://discord.com/channels/123/456', null],
  ['apprise', 'https://apprise.example.org/notify/home', 'https://apprise.example.org/notify/home'],
  ['apprise', 'https://example.org/apprise/notify/home/', 'https://example.org/apprise/notify/home'],
  ['apprise', 'https://apprise.example.org/cfg/home', null],
  ['apprise', `https://apprise.example.org/notify/${'x'.repeat(1000)}`, null],
  ['apprise', '', null],
])('the address of %s: %s', (channel, text, address) => {
  expect(addressOf(channel, text)).toBe(address)
})
