import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { type AppProcess, startApp } from './support/app-process.ts'
import { type HttpMember, signUpOverHttp } from './support/http-member.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'savepoint-crash-'))
let running: AppProcess | null = null

afterAll(async () => {
  await running?.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Reads the postmaster's process id from PostgreSQL's own file. */
const postmaster = () => Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0])

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

test('ten SIGKILLs of app and database during concurrent writes lose no acknowledged write', {
  timeout: 240_000,
}, async () => {
  running = await startApp(dataDir)
  const { games } = (await (await fetch(`${running.origin}/api/games?limit=48`)).json()) as { games: { id: string }[] }
  const members: HttpMember[] = []
  for (const name of ['ann', 'ben', 'cleo', 'dora']) members.push(await signUpOverHttp(running.origin, `${name}-crash`))
  /** The writes that the server acknowledged: hours by member and game. */
  const acknowledged = new Map<string, number>()
  let acknowledgements = 0
  let hours = 0

  for (let round = 0; round < 10; round += 1) {
    const { origin } = running
    let isDown = false
    const writers = members.map(async (member, writer) => {
      while (!isDown) {
        hours += 0.1
        const mine = Math.round(hours * 10) / 10
        const game = games[(writer + Math.floor(mine * 10)) % games.length]?.id as string
        const status = await member
          .write(origin, 'PUT', `/api/library/${game}/progress`, { play_time: mine })
          .catch(() => 0)
        if (status === 200) {
          acknowledged.set(`${writer} ${game}`, mine)
          acknowledgements += 1
        } else if (!isDown && status !== 0) throw new Error(`a write returned ${status}`)
      }
    })
    const before = acknowledgements
    await expect.poll(() => acknowledgements - before, { interval: 7 }).toBeGreaterThan(10 + round)
    const database = postmaster()
    const app = running.process.pid as number
    // In turn: the app alone, the database alone, both.
    if (round % 3 !== 1) kill(app)
    if (round % 3 !== 0) kill(database)
    isDown = true
    await Promise.all(writers)
    if (round % 3 === 1) await running.ended
    running = await startApp(dataDir)
  }

  const lost: string[] = []
  for (const [key, value] of acknowledged) {
    const [writer, game] = key.split(' ')
    const entry = await members[Number(writer)]?.read(running.origin, `/api/library/${game}`)
    const found = (entry as { entry?: { play_time: number } })?.entry?.play_time ?? -1
    // A write that was under way at the kill may be stored without an acknowledgement.
    if (found < value) lost.push(`${key}: ${value} acknowledged, ${found} stored`)
  }
  expect(lost).toEqual([])
})
