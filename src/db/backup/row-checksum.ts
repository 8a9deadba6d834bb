import { hash } from 'node:crypto'

const NEWLINE = 10
const LANES = 8

/** Counts rows in the text format of COPY and sums their SHA-256, so that the order of the rows does not matter. */
export class RowChecksum {
  rows = 0
  readonly #lanes = new Uint32Array(LANES)
  #rest: Buffer[] = []

  update(chunk: Buffer): void {
    let from = 0
    for (let at = chunk.indexOf(NEWLINE); at !== -1; at = chunk.indexOf(NEWLINE, from)) {
      const row = chunk.subarray(from, at)
      this.#add(this.#rest.length === 0 ? row : Buffer.concat([...this.#rest, row]))
      this.#rest = []
      from = at + 1
    }
    // Copied, because the caller may reuse its memory.
    if (from < chunk.length) this.#rest.push(Buffer.from(chunk.subarray(from)))
  }

  /** Bytes after the last newline are not a row: COPY ends every row with a newline. */
  digest(): { rows: number; checksum: string } {
    const lanes = [...this.#lanes].map((lane) => lane.toString(16).padStart(8, '0'))
    return { rows: this.rows, checksum: this.#rest.length === 0 ? lanes.join('') : 'an unfinished row' }
  }

  #add(row: Buffer): void {
    const digest = hash('sha256', row, 'buffer')
    for (let lane = 0; lane < LANES; lane += 1)
      this.#lanes[lane] = (this.#lanes[lane] as number) + digest.readUInt32LE(lane * 4)
    this.rows += 1
  }
}
