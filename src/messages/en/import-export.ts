import { capital, type Words } from '#shared/words.ts'

/** Texts of the screen: import export. */

export const updates = 'Updates'
export const newLabel = 'New'
export const exportLabel = 'Export'
export const everyToolAndCategoryIn = ({ item }: Words) =>
  `Every ${item} and category in one file, ready to be imported again.`
export const preparing = 'Preparing...'
export const logosAreExportedAsUrls = 'Logos are exported as URLs, not as images.'
export const toolsAreMatchedByTheir = ({ items }: Words) =>
  `${capital(items)} are matched by their slug: existing ones are updated, the others are added. Nothing is deleted, and you see every change before it is made.`
export const catalogueFile = 'Catalogue file'
export const chooseFile = 'Choose file'
export const jsonLinesOrCsvIn = 'JSON Lines or CSV in UTF-8, up to 50 MB.'
export const orDropItHere = ' Or drop it here.'
export const whatTheFileLooksLike = 'What the file looks like'
export const oneToolPerLineWith = ({ item }: Words) => `One ${item} per line, with the columns `
export const andOptionally = ' and optionally '
export const withoutASlugOneIs =
  '. Without a slug, one is made from the name. A CSV file starts with a header row; several categories are separated by '
export const or = ' or '
export const theFirstCategoryIsThe = '. The first category is the primary one.'
export const name = 'name'
export const shortDescription = 'short_description'
export const websiteUrl = 'website_url'
export const slug = 'slug'
export const categories = 'categories'
export const featured = 'featured'
export const factsOfATool = 'Facts, where they are known: '
export const emptyOrUnknown =
  '. Several platforms are separated like categories. An empty fact is unknown; a missing column changes nothing.'
export const htmlAndMarkdownAreConverted =
  'HTML and Markdown are converted to plain text, except in long_description and in files exported here, which are imported unchanged.'
export const importAndExportOnThe = 'Import and export on the command line'
export const thisCatalogueIsStoredIn =
  'This catalogue is stored in a hosted project. On your own machine, set '
export const toItsDatabaseAndRun = ' to its database and run:'
export const databaseUrl = 'DATABASE_URL'
export const npmRunCliImportFile = 'npm run cli -- import FILE --dry-run'
export const npmRunCliImportFile2 = 'npm run cli -- import FILE'
export const npmRunCliExportFile = 'npm run cli -- export FILE'
export const leaveAndStopTheImport = 'Leave and stop the import?'
export const rowsAlreadyImportedAreKept =
  'Rows already imported are kept. The rest of the file is not imported if you leave now.'
export const tryAgain = 'Try again'
export const chooseAnotherFile = 'Choose another file'
export const importLabel = 'Import'
export const hasBeenImportedImportingIt = ' has been imported. Importing it again would change nothing.'
export const importAnotherFile = 'Import another file'
export const checkingTheFile = 'Checking the file'
export const importingTheFile = 'Importing the file'
export const stop = 'Stop'
export const rejectedRows = 'Rejected rows'
export const downloadReport = 'Download report'
export const importing = 'Importing'
export const whatWouldChange = 'What would change'
export const importedTitle = 'Imported'
export const couldNotBeChecked = 'The file could not be checked'
export const didNotFinish = 'The import did not finish'
export const hasNoRows = 'has no rows.'
export const hasNoUsableRows = 'has no new rows that can be imported. Nothing has been changed.'
export const matchesTheCatalogue = 'matches the catalogue: there is nothing to import.'
export const hasBeenChecked =
  'has been checked; nothing has been changed yet. When you import, the file is checked again; it overwrites what someone edits meanwhile.'
export const sendingTheFile = 'Sending the file'
export const downloadJsonLines = 'Download JSON Lines'
export const downloadCsv = 'Download CSV'
export const checkStopped = 'The check was stopped. Nothing was changed.'
export const importStopped = 'The import was stopped. Rows already imported are kept.'
export const wrongFileName = 'Choose a file whose name ends with .jsonl, .ndjson or .csv'
export const emptyFile = 'The file is empty'

/** The outcome of the rows. */
export const outcomes = { created: 'New', updated: 'Updated', unchanged: 'Unchanged', rejected: 'Rejected' }

/** Counts are written out: '1,204'. */
const formatted = (count: number) => count.toLocaleString('en')
const categoriesOf = (count: number, what: string) =>
  `${formatted(count)} ${what} ${count === 1 ? 'category' : 'categories'}`
export const newCategories = (count: number) => categoriesOf(count, 'new')
export const updatedCategories = (count: number) => categoriesOf(count, 'updated')
export const rowsRead = (rows: number) => `${formatted(rows)} rows read`
export const theFirst = (shown: number) => `the first ${formatted(shown)}`
export const toolOnLine = (line: number) => `line ${formatted(line)}`
export const categoryOnLine = (line: number) => `category, line ${formatted(line)}`
export const rejectedLine = (line: number) => `Line ${formatted(line)}`
export const reportListsFirst = (listed: number, all: number) =>
  `The report lists the first ${formatted(listed)} of ${formatted(all)}.`
export const rowCount = (rows: number) => `${formatted(rows)} ${rows === 1 ? 'row' : 'rows'} read`
export const noCategoriesWouldChange = 'no categories would change'
export const noCategoriesWereChanged = 'no categories were changed'

/** Fields whose name in a file differs from the form's. */
export const fieldNames = { website_url: 'Website', categories: 'Categories', description: 'Description' }
export const none = 'none'
export const yes = 'Yes'
export const no = 'No'
