import { rmSync } from 'node:fs'

/** Playwright calls the default export of this file after the last journey. */
export default function removeData(): void {
  if (process.env.E2E_DATA_DIR) rmSync(process.env.E2E_DATA_DIR, { recursive: true, force: true })
}
