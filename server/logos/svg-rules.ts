/** What may be in a logo. Everything else is left out: no list of dangers is ever complete. */

const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/))

export const SVG_ELEMENTS = words(`
  svg g defs symbol use switch title desc style image
  path rect circle ellipse line polyline polygon text tspan textPath
  linearGradient radialGradient stop clipPath mask pattern marker
  filter feBlend feColorMatrix feComponentTransfer feComposite feConvolveMatrix feDiffuseLighting feDisplacementMap
  feDistantLight feDropShadow feFlood feFuncA feFuncB feFuncG feFuncR feGaussianBlur feMerge feMergeNode feMorphology
  feOffset fePointLight feSpecularLighting feSpotLight feTile feTurbulence`)

/** Elements that lead somewhere or choose by script, of which only what they show is kept. */
export const SVG_WRAPPERS = words('a')

/** Attributes whose text is shown or compared and never read as CSS or as an address. */
export const PLAIN_ATTRIBUTES = words('id class role aria-label aria-hidden aria-labelledby lang')

export const SVG_ATTRIBUTES = words(`
  viewBox preserveAspectRatio version width height x y x1 y1 x2 y2 cx cy r rx ry fx fy fr dx dy d points rotate transform
  pathLength lengthAdjust textLength startOffset method spacing side
  gradientUnits gradientTransform spreadMethod offset patternUnits patternContentUnits patternTransform
  clipPathUnits maskUnits maskContentUnits markerUnits markerWidth markerHeight refX refY orient
  alignment-baseline baseline-shift clip-path clip-rule color color-interpolation color-interpolation-filters
  color-rendering cursor direction display dominant-baseline enable-background fill fill-opacity fill-rule filter
  flood-color flood-opacity font-family font-size font-size-adjust font-stretch font-style font-variant font-weight
  glyph-orientation-horizontal glyph-orientation-vertical image-rendering isolation kerning letter-spacing
  lighting-color marker marker-end marker-mid marker-start mask mask-type mix-blend-mode opacity overflow paint-order
  pointer-events shape-rendering stop-color stop-opacity stroke stroke-dasharray stroke-dashoffset stroke-linecap
  stroke-linejoin stroke-miterlimit stroke-opacity stroke-width text-anchor text-decoration text-rendering
  transform-origin unicode-bidi vector-effect visibility word-spacing writing-mode
  filterUnits primitiveUnits in in2 result mode type values tableValues slope intercept amplitude exponent operator
  k1 k2 k3 k4 order kernelMatrix divisor bias targetX targetY edgeMode kernelUnitLength preserveAlpha surfaceScale
  diffuseConstant specularConstant specularExponent scale xChannelSelector yChannelSelector stdDeviation radius
  azimuth elevation pointsAtX pointsAtY pointsAtZ limitingConeAngle z baseFrequency numOctaves seed stitchTiles`)
