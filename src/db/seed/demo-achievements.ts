import { sql } from 'kysely'
import type { Db } from '#db/db.ts'
import type { SeededRandom } from './seeded-random.ts'

/** `at`: the progress in percent that it needs. `share`: of the members who have come as far, those who have it. */
type DemoAchievement = readonly [name: string, description: string, at: number, share: number]

/** Our own achievements, by the name of the game. The seed omits a game that the catalogue lacks. */
const ACHIEVEMENTS: Record<string, readonly DemoAchievement[]> = {
  'Outer Wilds': [
    ['Warm marshmallow', 'Roast one over the first camp fire without burning it.', 1, 0.8],
    ['Lift-off', 'Leave the home planet in your own ship.', 3, 0.98],
    ['Again', 'Wake up by the fire for the second time.', 5, 0.98],
    ['Quiet neighbour', 'Pass the anglers without touching the throttle.', 55, 0.5],
    ['Sand clock', 'Read everything in a city before it is buried.', 45, 0.6],
    ['Sightseer', 'Set foot on every planet in one single loop.', 35, 0.25],
    ['The band', 'Hear all of the instruments at once.', 50, 0.55],
    ['No map', 'Finish without the ship’s log.', 100, 0.06],
    ['Last song', 'See how it ends.', 100, 0.95],
  ],
  Tunic: [
    ['A stick is a stick', 'Find something to swing.', 2, 0.98],
    ['Page one', 'Pick up a page of the manual.', 4, 0.98],
    ['Both bells', 'Ring them in either order.', 30, 0.9],
    ['Reader', 'Understand a word that nobody has translated for you.', 40, 0.35],
    ['Golden path', 'Follow it to its end.', 80, 0.3],
    ['Gently', 'Finish the game without drawing the sword.', 100, 0.03],
    ['Whole booklet', 'Collect every page of the manual.', 95, 0.45],
    ['Small fox, big door', 'Open the mountain door.', 90, 0.4],
  ],
  'Disco Elysium': [
    ['Good morning', 'Survive the ceiling fan.', 2, 0.95],
    ['Two shoes', 'Wear a matching pair again.', 15, 0.85],
    ['Karaoke', 'Sing in front of everybody.', 40, 0.6],
    ['Partner', 'Earn the lieutenant’s respect.', 60, 0.7],
    ['Paper trail', 'Put every document back where it belongs.', 70, 0.3],
    ['Hardest of hard cases', 'Close the case with a thought in every slot.', 95, 0.15],
    ['Insect', 'Meet somebody very old.', 98, 0.8],
    ['Sober all week', 'Refuse every drink.', 90, 0.2],
  ],
  Balatro: [
    ['First blind', 'Win a round.', 1, 1],
    ['Straight face', 'Win with a pair of twos.', 8, 0.8],
    ['Six figures', 'Score 100,000 points in one hand.', 25, 0.85],
    ['Seven figures', 'Score 1,000,000 points in one hand.', 45, 0.6],
    ['Full bench', 'Hold five jokers at once.', 10, 0.95],
    ['House rules', 'Win on every deck.', 95, 0.12],
    ['Eighth ante', 'Win a run.', 60, 0.75],
    ['No jokers', 'Beat a boss blind without a single joker.', 50, 0.2],
  ],
  Undertale: [
    ['Butterscotch', 'Say yes to the pie.', 8, 0.95],
    ['Pen pals', 'Answer the phone every time.', 35, 0.4],
    ['Puzzled', 'Solve the puzzles of both brothers.', 40, 0.85],
    ['Nobody had to', 'Reach the castle without a fight.', 85, 0.5],
    ['Date night', 'Keep your promise to a skeleton.', 60, 0.65],
    ['True ending', 'Bring everybody home.', 100, 0.55],
  ],
  'Hollow Knight': [
    ['Down the well', 'Leave the last town behind.', 2, 1],
    ['Charmed', 'Wear three charms at once.', 20, 0.9],
    ['Tram ticket', 'Ride to the end of the line.', 50, 0.7],
    ['City of rain', 'Sit on the bench under the fountain.', 35, 0.9],
    ['Grub father', 'Free every grub.', 85, 0.3],
    ['Nailsmith', 'Finish the smith’s last work.', 75, 0.4],
    ['Deep nest, small lamp', 'Cross the nest without falling.', 65, 0.25],
    ['Sealed', 'See one of the endings.', 100, 0.95],
    ['Every inch', 'Complete the whole map.', 100, 0.2],
    ['Steel', 'Finish with a single life.', 100, 0.04],
  ],
  'Portal 2': [
    ['Good as new', 'Wake up and find the gun again.', 5, 1],
    ['Potato', 'Carry something you should not trust.', 45, 0.95],
    ['Three gels', 'Use all of them in one chamber.', 65, 0.8],
    ['Pacifist', 'Leave every turret standing in a chamber.', 40, 0.35],
    ['Long fall', 'Stay in the air for half a minute.', 50, 0.5],
    ['Part five', 'Press the button.', 95, 0.9],
    ['Moonlight', 'Shoot further than anybody has before.', 100, 0.95],
  ],
  'Stardew Valley': [
    ['First parsnip', 'Harvest what you have sown.', 2, 1],
    ['Regular', 'Be greeted by name in the saloon.', 15, 0.85],
    ['Four seasons', 'Live through a whole year.', 35, 0.9],
    ['Deep enough', 'Reach the bottom of the mine.', 40, 0.75],
    ['Bundle of bundles', 'Restore the community centre.', 75, 0.6],
    ['Cellar', 'Age a wine until it is the best of its kind.', 80, 0.4],
    ['Angler', 'Catch the fish that nobody has caught.', 85, 0.2],
    ['Grandfather’s eyes', 'Light all four candles.', 95, 0.35],
  ],
}

/** The share of the players who tick achievements; the others log a number or nothing. */
const TICKING = 0.9

interface Player {
  user_id: string
  game_id: string
  completion: number
  from: Date
  until: Date
}

/**
 * Inserts achievements of well known games, and ticks of the members who have played these, up to their progress. The numbers
 * of the entries and their histories agree with the ticks.
 */
export async function insertAchievements(db: Db, random: SeededRandom): Promise<void> {
  for (const [name, achievements] of Object.entries(ACHIEVEMENTS)) {
    const game = await db.selectFrom('games').select('id').where('name', '=', name).executeTakeFirst()
    if (game) await insertOfGame(db, game.id, achievements, random)
  }
}

async function insertOfGame(
  db: Db,
  gameId: string,
  achievements: readonly DemoAchievement[],
  random: SeededRandom,
): Promise<void> {
  const stored = await db
    .insertInto('game_achievements')
    .values(
      achievements.map(([name, description], at) => ({
        ...{ game_id: gameId, external_id: `demo-${at + 1}`, name, description, display_order: at },
      })),
    )
    .returning(['id', 'display_order'])
    .execute()
  const idAt = new Map(stored.map(({ id, display_order }) => [display_order, id]))
  const { rows: players } = await sql<Player>`
    select user_id, game_id, completion_percentage as completion, created_at as from,
      greatest(created_at, coalesce(last_played_at, updated_at)) as until
    from user_games
    where game_id = ${gameId} and status <> 'want_to_play'
    order by created_at, user_id`.execute(db)
  const ticks = players.flatMap((player) =>
    random.chance(TICKING)
      ? achievements.flatMap(([, , at, share], order) =>
          player.completion >= at && random.chance(share)
            ? { ...player, achievement_id: idAt.get(order) as string, unlocked_at: timeOf(player, at, random) }
            : [],
        )
      : [],
  )
  if (ticks.length > 0)
    await db
      .insertInto('user_achievements')
      .values(
        ticks.map(({ user_id, game_id, achievement_id, unlocked_at }) => ({
          ...{ user_id, game_id, achievement_id, unlocked_at },
        })),
      )
      .execute()
  await sql`
    update user_games entry set achievements_completed = coalesce(
      (select nullif(count(*), 0) from user_achievements tick
        where tick.user_id = entry.user_id and tick.game_id = entry.game_id),
      least(achievements_completed, ${achievements.length}))
    where game_id = ${gameId}`.execute(db)
  await db.deleteFrom('game_achievement_history').where('game_id', '=', gameId).execute()
  await sql`
    insert into game_achievement_history (user_id, game_id, achievements_completed, created_at)
    select user_id, game_id, achievements_completed, coalesce(last_played_at, updated_at)
    from user_games where game_id = ${gameId} and achievements_completed > 0`.execute(db)
}

/** Returns when a player came as far. */
function timeOf({ from, until, completion }: Player, at: number, random: SeededRandom): Date {
  const part = Math.min(1, (at / Math.max(completion, 1)) * random.between(0.9, 1))
  return new Date(from.getTime() + (until.getTime() - from.getTime()) * part)
}
