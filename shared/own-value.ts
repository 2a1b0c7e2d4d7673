/** The value of a name that people chose: not what every object has, such as `constructor`. */
export const ownValue = <Value>(values: Readonly<Record<string, Value>>, name: string): Value | undefined =>
  Object.hasOwn(values, name) ? values[name] : undefined
