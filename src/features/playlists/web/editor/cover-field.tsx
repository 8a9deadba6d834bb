import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect, useState } from 'react'
import type { UseFormReturn } from 'react-hook-form'
import { CallError } from '#web/call.ts'
import { Button } from '#web/ui/button.tsx'
import { Field, TextInput } from '#web/ui/field.tsx'
import { Skeleton } from '#web/ui/skeleton.tsx'
import { useDebouncedValue } from '#web/use-debounced-value.ts'
import { EDITOR_TEXTS } from '../../playlist-editor.texts.ts'
import type { Playlist } from '../../playlists.contract.ts'
import { CoverImage } from '../../playlists.schemas.ts'
import type { EditorFields } from './editor-fields.ts'
import { coverPreviewQuery } from './playlist-editor.api.ts'

/** The debounce between typing the address and requesting its picture. */
const REST_MS = 600

/** The cover that the form names, as this browser can show it. */
export interface CoverState {
  /** The address at our image service; null while there is none. */
  url: string | null
  /** The address of the form that `url` shows. */
  address: string
  isLoading: boolean
  /** The server does not accept the address. */
  isRefused: boolean
  /** The server could not be asked. */
  isUnknown: boolean
  /** The site shows no pictures of other hosts (`IMAGES=off`). */
  isOff: boolean
  /** It is the cover that the playlist has. */
  isStored: boolean
}

const NO_COVER: CoverState = {
  url: null,
  address: '',
  isLoading: false,
  isRefused: false,
  isUnknown: false,
  isOff: false,
  isStored: false,
}

/** Returns the picture of the cover that the form names. The stored cover needs no request. */
export function useCover(typed: string, stored: Playlist | null): CoverState {
  const address = useDebouncedValue(typed.trim(), REST_MS)
  const isStored = stored !== null && stored.coverImage === address
  const isValid = address !== '' && CoverImage.safeParse(address).success
  const { data, error, isLoading } = useQuery({
    ...coverPreviewQuery(address),
    enabled: isValid && !isStored,
  })
  // A form that has just lost its cover shows none at once.
  if (!isValid || typed.trim() === '') return NO_COVER
  if (isStored) return { ...NO_COVER, url: stored.coverUrl, address, isOff: stored.coverUrl === null, isStored }
  const isRefused = error instanceof CallError && error.status === 400
  const isUnknown = error !== null && !isRefused
  return { url: data ?? null, address, isLoading, isRefused, isUnknown, isOff: data === null, isStored }
}

/**
 * Renders the address of the cover with its picture. An address whose picture fails to load is cleared together with the
 * preview (R-PLED-13), once the field has lost the focus: before, it may be the beginning of a longer one. It can be put
 * back, because the host may only be away for a moment; for the same reason the cover that the playlist has already stays
 * until the admin removes it.
 */
export function CoverField({ form, cover }: { form: UseFormReturn<EditorFields>; cover: CoverState }) {
  const [cleared, setCleared] = useState<string | null>(null)
  const [loaded, setLoaded] = useState<{ url: string; isBroken: boolean } | null>(null)
  const { error } = form.getFieldState('coverImage', form.formState)
  const [hasFocus, setFocus] = useState(false)
  const { url, address, isRefused, isStored } = cover
  const set = (value: string) => form.setValue('coverImage', value, { shouldDirty: true, shouldValidate: true })
  const clear = () => {
    // Something else may have been typed meanwhile.
    if (form.getValues('coverImage').trim() !== address) return
    set('')
    setCleared(address)
    setLoaded(null)
  }
  const putBack = () => {
    set(cleared ?? '')
    setCleared(null)
  }
  const shown = loaded?.url === url ? loaded : null
  const isBroken = shown?.isBroken === true
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each address and each end of the typing
  useEffect(() => {
    if ((isRefused || isBroken) && !isStored && !hasFocus) clear()
  }, [isRefused, isBroken, address, hasFocus])
  return (
    <div className="grid grid-cols-1 gap-3">
      <Field
        label="Cover image"
        error={error?.message}
        hint={
          cleared === null ? (
            EDITOR_TEXTS.coverHint
          ) : (
            <LostCover text={EDITOR_TEXTS.coverRemoved(cleared)} label="Put it back" onPress={putBack} />
          )
        }
      >
        <TextInput
          {...form.register('coverImage', { onChange: () => setCleared(null), onBlur: () => setFocus(false) })}
          onFocus={() => setFocus(true)}
          type="url"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          placeholder="https://example.com/cover.jpg"
        />
      </Field>
      <CoverNotes cover={cover} />
      {isBroken && (
        <p className="hint">
          <LostCover text={EDITOR_TEXTS.coverNotLoaded} label="Remove it" onPress={() => set('')} />
        </p>
      )}
      {url && !isBroken && (
        <CoverPicture url={url} onLoad={(isBroken) => setLoaded({ url, isBroken })} onRemove={() => set('')} />
      )}
      {cover.isLoading && <Skeleton className="aspect-[5/2] max-w-100 rounded-poster" />}
    </div>
  )
}

function CoverNotes({ cover }: { cover: CoverState }) {
  return (
    <>
      {cover.isUnknown && <p className="hint">{EDITOR_TEXTS.previewFailed}</p>}
      {cover.isOff && (
        <p className="hint" role="status">
          {EDITOR_TEXTS.picturesOff}
        </p>
      )}
    </>
  )
}

function CoverPicture(props: { url: string; onLoad: (isBroken: boolean) => void; onRemove: () => void }) {
  const { url } = props
  return (
    <div className="grid max-w-100 gap-2">
      <span className="relative block aspect-[5/2] overflow-hidden rounded-poster bg-surface-2">
        <img
          key={url}
          src={url}
          alt="Preview of the cover"
          className="size-full object-cover text-transparent"
          onLoad={() => props.onLoad(false)}
          onError={() => props.onLoad(true)}
        />
      </span>
      <Button kind="quiet" icon="x" className="-ml-2 justify-self-start" onClick={props.onRemove}>
        Remove cover
      </Button>
    </div>
  )
}

function LostCover(props: { text: ReactNode; label: string; onPress: () => void }) {
  return (
    <>
      <span className="wrap-anywhere">{props.text}</span>{' '}
      <button type="button" className="linkish min-h-6" onClick={props.onPress}>
        {props.label}
      </button>
    </>
  )
}
