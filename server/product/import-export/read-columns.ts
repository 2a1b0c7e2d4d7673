import { ownValue } from '#shared/own-value.ts'
import { FACTS, type Fact, TOOL_FIELDS } from '#shared/tool-fields.ts'

/** What the columns of a table mean: the field of each by its name, in several languages and programs. */

/**
 * Names of columns in other catalogues, preferred ones first, as {@link wordsOf} writes them. In English, German,
 * Spanish, French, Portuguese, Japanese, Chinese, Russian and Arabic, and as exports of other programs have them.
 */
const SYNONYMS: Record<string, string> = {
  name: 'name|title|titel|bezeichnung|nombre|título|titulo|nom|titre|nome|名前|名称|タイトル|标题|название|имя|الاسم|العنوان|product|produkt|app|tool|company|brand',
  slug: 'slug|permalink|handle|url slug',
  short_description:
    'short description|description|kurzbeschreibung|beschreibung|summary|tagline|excerpt|descripción|descripcion|descripción corta|résumé|description courte|descrição|説明|概要|描述|简介|описание|الوصف|about|what it does|content|details|text|notes|notizen|notas',
  website_url:
    'website url|website|url|homepage|home page|link|web|site|webseite|web address|internetadresse|adresse|sitio web|sitio|enlace|site web|lien|ウェブサイト|リンク|网址|网站|链接|сайт|ссылка|الموقع|الرابط|domain|address',
  categories:
    'categories|category|kategorien|kategorie|categorías|categorias|categoría|categoria|catégories|catégorie|カテゴリ|カテゴリー|分类|类别|категории|категория|الفئات|الفئة|tags|tag|schlagwörter|etiquetas|topics|topic|type|typ',
  featured:
    'featured|is featured|highlighted|hervorgehoben|empfohlen|destacado|おすすめ|推荐|مميز|starred|favorite',
  pricing:
    'pricing|price|preis|preise|preismodell|precio|precios|prix|preço|料金|価格|价格|цена|السعر|plan|pricing model|cost|kosten',
  open_source:
    'open source|opensource|quelloffen|código abierto|codigo abierto|オープンソース|开源|مفتوح المصدر',
  license: 'license|licence|lizenz|licencia|ライセンス|许可证|лицензия|الترخيص',
  repository_url:
    'repository url|repository|repo|github|github url|source code|quelltext|repositorio|リポジトリ',
  platforms:
    'platforms|platform|plattformen|plattform|plataformas|plataforma|plateformes|プラットフォーム|平台|платформы|المنصات|os|operating systems',
  long_description:
    'long description|full description|details|body|langbeschreibung|descripción larga|詳細|详情',
}

/** Words before the name of a field in exports of others: post_title, geodir_website, "Tool name". */
const PREFIX = /^(?:post|listing|geodir|field|meta|tool|app|product|item|company) (?=.)/

const wordsOf = (name: string) =>
  name
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .trim()

/** The fields a row of a tool may have, and must have. */
export const fieldsOf = (facts: readonly Fact[]) => [
  ...TOOL_FIELDS.map(({ column, name }) => ({ column: String(column), name })),
  { column: 'categories', name: '' },
  ...facts,
]
export const REQUIRED_COLUMNS = ['name', 'short_description', 'website_url']

/** How well a name fits a field, 0 is best; undefined if not at all. */
function rankOf(name: string, field: { column: string; name: string }): number | undefined {
  const words = wordsOf(name)
  if (words === '') return undefined
  if (name.trim().toLowerCase() === field.column) return 0
  if (words === wordsOf(field.column)) return 1
  const synonyms = ownValue(SYNONYMS, field.column)?.split('|') ?? [wordsOf(field.name)]
  for (const [step, given] of [words, words.replace(PREFIX, '')].entries()) {
    const place = synonyms.indexOf(given)
    if (place >= 0) return 2 + 2 * place + step
  }
  return undefined
}

/**
 * The field of each column, each field once and by the name that fits best; null for columns without. Our own exports
 * name fields exactly.
 */
export function suggestFields(names: readonly string[], facts: readonly Fact[] = FACTS): (string | null)[] {
  const chosen: (string | null)[] = names.map(() => null)
  if (isOwnExport(names)) return names.map((name) => name.trim().toLowerCase())
  const fits = fieldsOf(facts).flatMap((field) =>
    names.flatMap((name, place) => {
      const rank = rankOf(name, field)
      return rank === undefined ? [] : [{ column: field.column, place, rank }]
    }),
  )
  for (const { column, place } of fits.sort((one, other) => one.rank - other.rank))
    if (chosen[place] === null && !chosen.includes(column)) chosen[place] = column
  return chosen
}

const isOwnExport = (names: readonly string[]) =>
  ['format', 'kind'].every((column) => names.some((name) => name.trim().toLowerCase() === column))

/** Where an export comes from, by its columns and the name of its file; null if nothing shows it. */
export function originOf(file: string, names: readonly string[]): string | null {
  const words = names.map(wordsOf)
  if (isOwnExport(names)) return 'Plaudit'
  if (
    words.some((name) =>
      /^(post (title|content|type|status)|geodir .*|listing (title|id)|tax .*)$/.test(name),
    )
  )
    return 'WordPress'
  if (/[ _-][0-9a-f]{32}(_all)?\.csv$/i.test(file) || words.includes('last edited time')) return 'Notion'
  if (/-grid view\.csv$|-all .*\.csv$/i.test(file) || words.includes('record id')) return 'Airtable'
  return / - [^/]+\.(csv|tsv|xlsx)$/i.test(file) || words[0] === 'timestamp' ? 'Google Sheets' : null
}
