import { expect, test } from 'vitest'
import { discordText, facebookAddress, gameLink, xAddress } from './share.rules.ts'

const ORIGIN = 'https://savepoint.example'
const game = { id: 'igdb_7', name: 'Tom & Jerry: 100 %' }

test('every shared link leads to the game [R-ACT-38, R-ACT-39, R-ACT-40]', () => {
  expect(gameLink(ORIGIN, game)).toBe('https://savepoint.example/game/igdb_7')
  const x = new URL(xAddress(ORIGIN, game, 'Savepoint'))
  expect([x.origin + x.pathname, x.searchParams.get('url'), x.searchParams.get('text')]).toEqual([
    'https://x.com/intent/tweet',
    'https://savepoint.example/game/igdb_7',
    'Check out Tom & Jerry: 100 % on Savepoint',
  ])
  const facebook = new URL(facebookAddress(ORIGIN, game))
  expect([facebook.origin + facebook.pathname, facebook.searchParams.get('u')]).toEqual([
    'https://www.facebook.com/sharer/sharer.php',
    'https://savepoint.example/game/igdb_7',
  ])
})

test('the message for Discord has the same form for any name of a game', () => {
  expect(discordText(ORIGIN, { id: 'igdb_7', name: 'Tunic' }, 'Savepoint')).toBe(
    '🎮 **Tunic** – Check out Tunic on Savepoint\nhttps://savepoint.example/game/igdb_7',
  )
  expect(discordText(ORIGIN, { id: 'igdb_7', name: '**Bold** _x_' }, 'S')).toContain('**\\*\\*Bold\\*\\* \\_x\\_**')
})
