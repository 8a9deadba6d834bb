import * as z from 'zod/mini'
import { withoutEntities } from '#server/html-entities.ts'
import { unique } from '../../catalogue.rules.ts'

/**
 * A key that may be missing, empty or of a wrong type. The adapters share this file for parsing responses: an
 * implausible value counts as absent and is never stored.
 */
export const validOrNull = <S extends z.ZodMiniType>(schema: S) => z.catch(z.optional(schema), undefined)

/** A list without its invalid elements; anything else is an empty list. */
export const listOf = <S extends z.ZodMiniType>(schema: S) =>
  z.pipe(
    z.catch(z.optional(z.array(z.unknown())), undefined),
    z.transform((items) =>
      (items ?? []).flatMap((item): z.output<S>[] => {
        const result = z.safeParse(schema, item)
        return result.success ? [result.data] : []
      }),
    ),
  )

const LONGEST_NAME = 300
const LONGEST_TEXT = 20_000
const MAX_NAMES = 50

/**
 * Returns text that the database accepts: without lone surrogates, HTML entities, and control characters except line breaks.
 */
export function cleanText(text: string | null | undefined, longest = LONGEST_TEXT): string | null {
  if (!text) return null
  const clean = withoutEntities(text)
    .toWellFormed()
    .replace(/\r\n?/g, '\n')
    .replace(/[^\P{Cc}\n]/gu, ' ')
    .trim()
  if (clean === '') return null
  return clean.length <= longest ? clean : clean.slice(0, longest).toWellFormed().trim()
}

/** Returns a name on one line; null when nothing is left. */
export function cleanName(name: string | null | undefined): string | null {
  return cleanText(name && withoutEntities(name).replace(/\s+/g, ' '), LONGEST_NAME)
}

/** Removes repeated and empty names. */
export function cleanNames(names: readonly (string | null | undefined)[]): string[] {
  return unique(names.flatMap((name) => cleanName(name) ?? [])).slice(0, MAX_NAMES)
}

/** Returns 0 to 100 with two decimals, as the database stores it. */
export function rating(value: number | null | undefined): number | null {
  if (value === null || value === undefined || !Number.isFinite(value) || value < 0 || value > 100) return null
  return Math.round(value * 100) / 100
}

/** Returns a number of people. */
export function count(value: number | null | undefined): number {
  return value && Number.isFinite(value) && value > 0 ? Math.min(Math.round(value), 2_000_000_000) : 0
}

/** Returns Unix seconds of a plausible release day; negative before 1970. */
export function seconds(value: number | null | undefined): number | null {
  const CENTURIES = 20_000_000_000
  return value !== null && value !== undefined && Number.isFinite(value) && Math.abs(value) < CENTURIES
    ? Math.trunc(value)
    : null
}

/** Returns whether a text is an application id of Steam; equal ids are equal texts. */
export const isSteamId = (text: string) => /^[1-9]\d{0,9}$/.test(text)

/** Returns the address of a picture in the form to store: https, without credentials and port. */
export function pictureAddress(address: string | null | undefined, hosts: readonly string[]): string | null {
  if (!address || address.length > 500) return null
  const url = URL.parse(address.startsWith('//') ? `https:${address}` : address)
  if (!url || !['http:', 'https:'].includes(url.protocol) || !hosts.includes(url.hostname)) return null
  if (url.username || url.password || url.port) return null
  return `https://${url.hostname}${url.pathname}`
}

/** Returns the items without those that repeat an id; the first one stays. */
export function uniqueById<T extends { id: number | string }>(things: readonly T[]): T[] {
  return [...new Map(things.toReversed().map((thing) => [thing.id, thing])).values()].toReversed()
}
