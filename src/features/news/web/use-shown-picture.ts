import { useQuery } from '@tanstack/react-query'
import * as z from 'zod/mini'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { picture } from '../news.schemas.ts'
import { pictureQuery } from './news.api.ts'

/** The debounce between typing an address and requesting its picture. */
const REST_MS = 600

/**
 * Returns the address of the featured image for readers: null if they cannot see the picture at the typed address,
 * undefined until the server has answered, or while the text is no address.
 */
export function useShownPicture(typed: string): string | null | undefined {
  const address = useDebouncedValue(typed.trim(), REST_MS)
  const isAddress = address !== '' && z.safeParse(picture, address).success
  const { data } = useQuery({ ...pictureQuery(address), enabled: isAddress })
  return isAddress && typed.trim() !== '' ? data : undefined
}
