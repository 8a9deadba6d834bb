/** Why a file cannot be imported: the code of the refusal and its sentence. */
export const IMPORT_FILE_TEXTS = {
  import_file_too_large: 'This file is larger than 50 MB. Export a smaller part, or split the file.',
  import_file_empty: 'This file is empty.',
  import_file_binary: 'This is neither a table, nor JSON, nor a zip archive.',
  import_file_page: 'This is a web page and not an export. Use the download of the tracker instead.',
  import_line_too_long: 'This file has a line or a value of more than 1 MB, which cannot be a game.',
  import_too_many_rows: 'This file has more than 100,000 rows. Split it and import the parts one after another.',
  import_file_too_complex: 'This file is too complex to be read at once. Import it in smaller parts.',
  import_too_many_columns: 'This table has more than 1,000 columns, which no list of games has.',
  import_quotes_open: 'This table has too many quotation marks that are never closed.',
  import_json_damaged: 'This JSON file is damaged and cannot be read.',
  import_json_cut_off: 'This JSON file ends in the middle. Download it again.',
  import_json_too_deep: 'This JSON file is nested too deeply for a list of games.',
  import_json_without_games: 'This JSON file has no list of games.',
  import_zip_damaged: 'This zip archive is damaged and cannot be read.',
  import_zip_too_large: 'This zip archive unpacks to more than an import may have.',
  import_zip_path: 'This zip archive names files outside of itself and is not opened.',
  import_zip_encrypted: 'This zip archive has a password. Unpack it and import the file inside.',
  import_zip_without_games: 'This zip archive has no table or JSON file that can be imported.',
  import_workbook_damaged: 'This workbook is damaged and cannot be read. Save it again, or export it as CSV.',
  import_steam_private: 'Steam returned no games. The profile hides its game details, or it has no games.',
} as const
export type ImportFileCode = keyof typeof IMPORT_FILE_TEXTS
