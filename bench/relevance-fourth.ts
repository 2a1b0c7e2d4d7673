/**
 * Fifty questions about other random tools, first asked when the search was finished. A line is a kind, what people
 * type, and the right slugs.
 */
export const FOURTH_QUESTIONS = `
task | collect feedback on my beta from users | hubble userevaluation summon vocads-survey
task | ask questions about a document | filechat chatbase humata explainpaper
task | get the gist of a web page while browsing | summereyes summari tldr-this merlin explaindev upword
task | business ideas based on science | paperade
task | rank higher on google with my articles | enwrite articleforge kafkai wordai frase-io-first-month-60-discount longshot-ai writesonic typli neuraltext quattr wordplay contentedge ctrify content-brief-generator wordkraft
task | turn long videos into short clips | pictory vidyo supercreator-ai
task | write my essay for school | essaybar caktus askrobi whiskey-ai writefull-academizer
task | background music I may use without paying royalties | ecrett-music soundraw soundful emergent-drums
task | let an AI call my customers | speaq-ai vee echowin simplephones-ai hirex-ai
task | build my own chatbot | chai chatbase inworld kore-ai resolveai salewhale
task | an article from just a headline | ai-writer hypotenuse-ai articleforge thundercontent
task | catalog pictures from phone photos | stylized ai-background-generator-by-photoroom mokker blend blend-studio designify
task | pictures of me as a superhero | imagine-me heropack photoai dreampic pictodream reflectme alter-ego-ai not-me-netlify autoportrait portrait-by-vana posed profilepicture-ai avatarai arti-pics stableboost imajinn-ai-children-s-book
task | one tool for all my marketing, ads and emails | marketingblocks-ai getresponse clickable hoppy-copy simplified jasper-ai
task | multiple choice questions from a text | quizwhiz quizgecko hirex-ai
task | decorate my bedroom | coolaiid interior-ai ai-room-planner oda-studio dimensions
task | a story with my kids as heroes | scarlettpanda childbook storywizard kidotail fabled bedtimestory once-upon-a-bot storiesforkids
task | get data out of my database without knowing sql | ai-query ai2sql ai-sql-bot text2sql sqlgenius querygenie channel ai-data-sidekick
task | build an app without being a programmer | buildai debuild aidev-codes deploy-prompt levity riku
task | improve the audio of my podcast | adobe-podcast cleanvoice-ai adobe-speech-enhancer adobe-mic-check krisp
task | sound like someone else while gaming | voice-ai voicemod
task | training videos with an actor | colossyan synthesia hour-one elai movio d-id-s-creative-reality-studio yepic-ai talkingphoto-by-movio
task | invent a new pokemon | ai-pokemon-generator
task | present for my girlfriend | suggest-gift gift-genie giftbot giftwizard coolgiftideas giftastic-ai gifts-genie elf-help text2present lovelines petportrait
short task | content assistant | eilla jasper-ai cowriter longshot-ai enwrite kafkai easy-peasy-ai creator-ai lek typli
short task | blog paragraphs | h-supertools-ai-writer blognlp bramework wordhero katteb wordkraft writesonic thundercontent
short task | design assets | withpoly aigraphics leonardo assetsai accomplice splashai studio-design
short task | creative writing | scene-one laika sudowrite novelai storya dreamily
short task | anime portrait | waifulabs anime-ai animemaker pinegraph nijijourney
short task | learn coding | cratecode
short task | animate pictures | snowpixel deep-nostalgia tokkingheads plask kaedim pixelvibe d-id-s-creative-reality-studio talkingphoto-by-movio
fact | photo collage iphone | photoleap
fact | google sheets plugin | sheet-ai excelformulabot sheetgod genius-sheets formulagod
fact | figma image generator | splashai magician
fact | voice changer for pc | voice-ai voicemod
fact | free ai coding assistant | codeium text2sql tabnine codegpt codeassist github-copilot ghostwriter mutable-ai cratecode
name | neural love | neural-love
name | riffusion | riffusion
name | easy peasy ai | easy-peasy-ai
misspelling | quizzgeko | quizgecko
misspelling | colosyan | colossyan
misspelling | upscle image | ai-image-upscaler imgupscaler ai-image-enlarger claid-ai bigjpg letsenhance avc-ai topaz-photo-ai magicstock icons8
misspelling | acedemic writting | writefull-academizer essaybar whiskey-ai
synonym | recap of a conference call | supernormal cogram jamie fireflies versational scribebuddy graphic-ai
synonym | quick answers to text messages | replai typly rizz superreply rapidreply
alternative | blackink alternative | tattosai
alternative | facet alternatives for editing images | photofix paintbytext sceneryai magic-eraser photospells photoleap cutout-pro getimg-ai clipdrop bg-eraser palette krea hama remover-app prisma ai-image-enlarger avc-ai claid-ai imgupscaler extendimage jpgrm jpghd
language | apprendre à programmer | cratecode
language | criar vídeos com ia | bria colossyan synthesia make-a-video steve-ai pictory fliki elai ai-art-generator augie boolpic filmforge supercreator-ai movio yepic-ai playground talkingphoto-by-movio story-bard d-id-s-creative-reality-studio designs-ai marketingblocks-ai ai-movie-club
nonsense | brimblewock zantrific | 
`
