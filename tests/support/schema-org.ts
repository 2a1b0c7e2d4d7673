/**
 * The part of schema.org's vocabulary (https://schema.org/version/latest) that the pages use: each type with its parents
 * and the properties whose domain it is. A property may stand on a type when the type or one of its ancestors has it.
 */
const SCHEMA_ORG: Readonly<Record<string, { parents: string[]; properties: string[] }>> = {
  Thing: {
    parents: [],
    properties: [
      'additionalType',
      'alternateName',
      'description',
      'identifier',
      'image',
      'mainEntityOfPage',
      'name',
      'potentialAction',
      'sameAs',
      'subjectOf',
      'url',
    ],
  },
  Action: { parents: ['Thing'], properties: ['target', 'object', 'result', 'agent'] },
  SearchAction: { parents: ['Action'], properties: ['query'] },
  InteractAction: { parents: ['Action'], properties: [] },
  AssessAction: { parents: ['Action'], properties: [] },
  ReactAction: { parents: ['AssessAction'], properties: [] },
  LikeAction: { parents: ['ReactAction'], properties: [] },
  Intangible: { parents: ['Thing'], properties: [] },
  EntryPoint: { parents: ['Intangible'], properties: ['urlTemplate', 'actionPlatform', 'httpMethod'] },
  StructuredValue: { parents: ['Intangible'], properties: [] },
  InteractionCounter: {
    parents: ['StructuredValue'],
    properties: ['interactionType', 'interactionService', 'userInteractionCount'],
  },
  ItemList: {
    parents: ['Intangible'],
    properties: ['itemListElement', 'itemListOrder', 'numberOfItems', 'aggregateElement'],
  },
  BreadcrumbList: { parents: ['ItemList'], properties: [] },
  ListItem: { parents: ['Intangible'], properties: ['item', 'nextItem', 'position', 'previousItem'] },
  Organization: { parents: ['Thing'], properties: ['logo', 'email', 'founder', 'interactionStatistic'] },
  CreativeWork: {
    parents: ['Thing'],
    properties: [
      'author',
      'dateCreated',
      'datePublished',
      'inLanguage',
      'interactionStatistic',
      'isAccessibleForFree',
      'isPartOf',
      'keywords',
      'license',
      'mainEntity',
      'offers',
      'publisher',
    ],
  },
  Offer: { parents: ['Intangible'], properties: ['availability', 'price', 'priceCurrency'] },
  Person: { parents: ['Thing'], properties: ['email', 'givenName'] },
  WebPage: { parents: ['CreativeWork'], properties: ['lastReviewed'] },
  ProfilePage: { parents: ['WebPage'], properties: [] },
  WebSite: { parents: ['CreativeWork'], properties: ['issn'] },
  SoftwareApplication: {
    parents: ['CreativeWork'],
    properties: ['applicationCategory', 'featureList', 'operatingSystem', 'softwareVersion'],
  },
}

/** Everything in a JSON-LD document that is not in the vocabulary: unknown types, properties on the wrong type. */
export function findForeignTerms(document: unknown, path = '$'): string[] {
  if (Array.isArray(document))
    return document.flatMap((entry, index) => findForeignTerms(entry, `${path}[${index}]`))
  if (typeof document !== 'object' || document === null) return []
  const entries = Object.entries(document)
  const type = entries.find(([key]) => key === '@type')?.[1]
  if (type !== undefined && !(typeof type === 'string' && SCHEMA_ORG[type]))
    return [`${path}: type ${String(type)}`]
  return entries.flatMap(([key, value]) => {
    // `query-input` annotates the property `query` (schema.org/docs/actions.html).
    const isKeyword = key.startsWith('@') || (key === 'query-input' && type === 'SearchAction')
    const isKnown = isKeyword || (typeof type === 'string' && allows(type, key))
    return [
      ...(isKnown ? [] : [`${path}.${key} on ${String(type)}`]),
      ...findForeignTerms(value, `${path}.${key}`),
    ]
  })
}

function allows(type: string, property: string): boolean {
  const { properties, parents } = SCHEMA_ORG[type] ?? { properties: [], parents: [] }
  return properties.includes(property) || parents.some((parent) => allows(parent, property))
}
