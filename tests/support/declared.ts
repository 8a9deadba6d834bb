import { globSync } from 'node:fs'
import { resolve } from 'node:path'
import { FEATURES } from '../../src/features/feature-map.ts'

/** Loads what features declare for the tests of the whole server (`x.access.ts`), in the order of the feature map. */
export async function loadDeclared<Declared>(role: 'access' | 'freshness'): Promise<Declared[]> {
  const found: Declared[] = []
  for (const feature of Object.keys(FEATURES))
    for (const path of globSync(`src/features/${feature}/${feature}.${role}.ts`))
      found.push(...Object.values<Declared>(await import(resolve(path))))
  return found
}
