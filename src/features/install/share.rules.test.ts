import { expect, test } from 'vitest'
import { sharedName } from './share.rules.ts'

test.each([
  [{ url: 'https://store.steampowered.com/app/1145360/Hades/' }, 'Hades'],
  [{ text: 'Look: https://store.steampowered.com/app/367520/Hollow_Knight/?curator=1' }, 'Hollow Knight'],
  [{ url: 'https://www.igdb.com/games/the-witcher-3-wild-hunt' }, 'the witcher 3 wild hunt'],
  [{ url: 'https://rawg.io/games/portal-2' }, 'portal 2'],
  [{ url: 'https://www.gog.com/en/game/disco_elysium' }, 'disco elysium'],
  [{ url: 'https://maddymakesgames.itch.io/celesteclassic' }, 'celesteclassic'],
  [{ text: 'Outer Wilds' }, 'Outer Wilds'],
  [{ title: 'Tunic', url: 'https://store.playstation.com/concept/10001' }, 'Tunic'],
  [{ url: 'https://www.igdb.com/games/%E0%A4%A' }, '%E0%A4%A'],
  [{ text: 'a'.repeat(300) }, 'a'.repeat(100)],
  [{}, ''],
])('%j is the game %j', (shared, name) => {
  expect(sharedName(shared)).toBe(name)
})
