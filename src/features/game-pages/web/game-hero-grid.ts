/**
 * The grid of the head of a game's page, for the head itself and for its skeleton. From `md` on it begins at the top, so that title and
 * cover stay where they are when the times open.
 */
export const HERO_GRID = {
  frame:
    'grid grid-cols-[116px_minmax(0,1fr)] items-end gap-4 pb-4 md:items-start md:grid-cols-[200px_minmax(0,1fr)] md:grid-rows-[auto_1fr] md:gap-x-10 md:gap-y-4 md:pb-8 wide:grid-cols-[264px_minmax(0,1fr)_312px]',
  cover: 'poster lift md:row-span-2',
  facts: 'min-w-0 max-md:col-span-2 md:col-start-2',
  panel: 'col-span-full wide:col-span-1 wide:col-start-3 wide:row-span-2 wide:row-start-1',
}

/** Long names are smaller everywhere; names with a word that would break beside a phone's poster are smaller on phones. */
export const sizeOfTitle = (name: string) =>
  name.length > 40 ? 'game-title-long' : /\S{11}/.test(name) && 'game-title-wide'
