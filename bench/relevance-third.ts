/**
 * Forty questions about random tools, written before the search was asked any of them. A line is a kind, what people
 * type, and the right slugs.
 */
export const THIRD_QUESTIONS = `
task | app that writes for me on my phone | elephas rizz typly gptkey paragraph-ai alfred
task | publish my own book with ai | storya childbook askmybook sudowrite scene-one
task | assets for my indie game | scenario assetsai texturelab pinegraph ponzu-gg
task | cut out a person from a photo | remove-bg removal-ai erase-bg pixian slazzer-3-0 ai-background-generator-by-photoroom cutout-pro designify
task | get feedback on my startup | validator-ai hubble
task | how do I write better prompts for midjourney | promptexplained promptextend promptomania promptmakr phraser prompthunt ai-prompt-generator prompt-cafe
task | help me make a difficult decision | rationale ask-rbg
task | portraits of myself in different styles | portrait-by-vana imagine-me not-me-netlify alter-ego-ai autoportrait posed reflectme stableboost photoai arti-pics avatarai pictodream dreampic davinciface
task | highlight text and take notes while reading | glasp upword
task | background checks on employees | springworks
task | somebody to write my sales copy | botowski copy-ai jot nichess hoppy-copy marketingblocks-ai cowriter peppertype-ai octie-ai
task | tattoo ideas | tattosai blackink
task | pictures of my products for the web shop | mokker blend blend-studio stylized designify claid-ai visualhound ai-background-generator-by-photoroom flair pixelvibe imajinn-ai-children-s-book
task | catch bugs before release | codiumai codeball adrenaline explain-an-error codecleaningbot
task | what should I write in a wedding speech poem | ai-poem-generator lovelines
task | virtually furnish an empty flat | interior-ai ai-room-planner oda-studio coolaiid dimensions
task | have a pdf read to me | naturalreader speechify
task | grow my twitter following | postwise tweethunter tweetspear tweept3 recontent-ai tweetai
task | personalize my cold emails | warmer-ai quicklines smartwriter
task | answer questions of my team from our documentation in slack | question-base albus oracle
task | chat with fictional characters | characterai botify inworld character-io charisma hello-history goatchat
task | moderate user content | assemblyai nsfw-js
short task | video dubbing | papercup dubverse-ai yepic-ai coqui
short task | ai avatars | aivatar magic-ai-avatars arti-pics avatarai aiprofilepic epicavatar avatarize-club photoshot heropack pictureperfect profilepicture-ai reflectme theoasis pixelvibe character-io
short task | song creator | boomy soundraw ecrett-music soundful musico quasi-music riffusion aiva amper-ai splash
short task | recruiting emails | recruiting-emails-ai-by-dover
fact | download voice as mp3 | verbatik listnr-2-0 play-ht
fact | unrestricted image generator | piratediffusion
fact | free art without limits | seek-art nightcafe artssy ai-room-planner pinegraph roll-art-die playground promptmakr
name | tabnine | tabnine
name | jasper.ai | jasper-ai
misspelling | scribebudy | scribebuddy
misspelling | job serch | resumai lazyapply prodigy-ai
misspelling | grafics design | aigraphics accomplice designs-ai cutout-pro hotpot simplified ai-two
synonym | human sounding narrator | speech-to-speech eleven murf-ai wellsaid lovo listnr-2-0 play-ht verbatik speechelo createaivoiceovers voicemaker naturalreader coqui replica speechify
alternative | wisecut alternative | gling typestudio runway descript simplified cutout-pro pictory vidyo
alternative | alternatives to gamma for presentations | glimmer-ai tome slidesai storyd chatba deck-rocks my-pitch-deck
alternative | similar to katteb | embolden jasper-ai articleforge kafkai wordkraft writesonic frase-io-first-month-60-discount longshot-ai enwrite hypotenuse-ai contentedge creator-ai easy-peasy-ai copymonkey wizishop wordhero thundercontent neuraltext lek wordplay wordai
language | escribir en inglés sin errores | suenagringo-ai safespelling rephrasee-com
language | outil de design gratuit | studio-design designs-ai ai-two simplified playground ai2image nightcafe pinegraph uizard galileo-ai
`
