import { resolve } from 'node:path'

/**
 * Returns what the features contribute to a slot, which is exported by a file of src/. The file of the tests must not end
 * before the lazy parts of the contributions have loaded.
 */
export async function contributedTo<Value>(file: string, slot: string): Promise<Value[]> {
  const { WEB_FEATURES } = await import(resolve('src/app/web-features.ts'))
  const { contributionsTo, installContributions } = await import(resolve('src/web/slots.tsx'))
  const { loadParts } = await import(resolve('src/web/lazy-hydration.tsx'))
  await loadParts()
  const restore = installContributions(WEB_FEATURES)
  const values = contributionsTo((await import(resolve(file)))[slot])
  restore()
  return values
}
