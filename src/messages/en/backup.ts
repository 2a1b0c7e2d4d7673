/** Texts of the screen: the administrator's page about backups. */

export const title = 'Backup'
export const intro = 'One file with the database, the logos and the secrets, made while the site runs.'
export const lastMade = 'The last backup was made on '
export const noneYet = 'No backup has been made yet.'
export const byHosting =
  'This site’s data is stored in a hosted project, which makes its own backups: its dashboard shows them.'

export const now = 'Now'
export const nowHow =
  'On the machine of the site. Keep the file on another one: a disk that fails takes both.'
export const nowCommand = 'npm run cli -- backup plaudit.tar.gz'
export const daily = 'Every day'
export const dailyHow =
  'Set this variable and restart the site: a backup a day in DATA_DIR/backups, each kept for that many days. For the embedded database.'
export const dailyCommand = 'BACKUP_DAYS=14'
export const ownDatabase = 'With DATABASE_URL'
export const ownDatabaseHow =
  'The backup holds everything but the database. Dump that first, so that no logo is missing.'
export const ownDatabaseCommand = 'pg_dump --format=custom --file=plaudit.dump "$DATABASE_URL"'
export const restore = 'Bring it back'
export const restoreHow = 'Into an empty DATA_DIR. The check tells whether everything is as it should be.'
export const restoreCommand = 'npm run cli -- restore plaudit.tar.gz\nnpm run cli -- check'
