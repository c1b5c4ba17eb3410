// Words with which the sender of a newsletter names itself, as laws of many countries ask: registers, courts, capital, editors. A line
// of them, names and numbers says who sends the mail and nothing else. Words begin with a small letter or a capital.

const listed = `is are we're by of in the and at with under no number numbers registered registration register registry commercial company companies limited guarantee charity incorporated licensed licence license regulated authorised authorized supervised member members equal housing lender opportunity employer bank court managing director directors chairman chairwoman board chair responsible editor editors editor-in-chief publisher published office head its place vat tax id trading as law
eingetragen eingetragener eingetragene im beim unter nummer handelsregister vereinsregister registergericht amtsgericht firmenbuch firmenbuchgericht sitz gesellschaft geschäftsführer geschäftsführerin geschäftsführung vorstand vorstandsvorsitzender vorsitzender vorsitzende aufsichtsrat verantwortlich redaktion herausgeber herausgeberin medieninhaber medieninhaberin steuernummer inhaltlich nach gemäß verantwortliche für inhalt i.s.d v.i.s.d.p presserecht kammer aufsichtsbehörde
société au capital social siège immatriculée inscrite sous numéro euros registre commerce des sociétés directeur directrice publication rédaction rédacteur responsable hébergeur association déclarée préfecture tva intracommunautaire
inscrita registro mercantil tomo folio hoja sección libro domicilio editora edita director directora asociación declarada utilidad pública
sede legale capitale sociale iscritta registro imprese direttore responsabile direttrice registrazione tribunale codice fiscale i.v cap soc
matriculada conservatória registo comercial diretor diretora jornalista
handelsregister ingeschreven onder nummer hoofdredacteur uitgever gevestigd statutair kamer koophandel
zarejestrowana wpisana wpisany rejestru przedsiębiorców prowadzonego przez sąd rejonowy wydział gospodarczy kapitał zakładowy redaktor naczelny wydawca siedzibą krajowego sądowego
zapsaná zapsaný v u obchodním rejstříku u městského krajského soudu oddíl vložka spisová značka pod šéfredaktor vydavatel zapísaná okresného súdu vložka
ansvarlig ansvarig redaktør redaktör utgivare utgiver organisationsnummer styrelsens säte foretaksregisteret chefredaktør
cégjegyzékszám adószám bíróság felelős szerkesztő kiadó székhely înregistrată registrul comerțului
päätoimittaja kustantaja rekisterinumero kotipaikka
зарегистрировано свидетельство главный редактор учредитель издатель`;

const words = new Set(listed.split(/\s+/));
/** One of these has to stand there: the others stand in every sentence. */
const names =
  /(?<![\p{L}])(?:regist(?:ered|ration|ry|er|re|ro)|regulated|authori[sz]ed|licensed|member (?:fdic|sipc|of)|lender|directors?|editors?|publisher|handelsregister|\p{L}{2,12}gericht|geschäftsführ\p{L}{2,4}|vorstand|aufsichtsrat|redaktion|herausgeber(?:in)?|medieninhaber(?:in)?|capital|siège|immatriculée|direct(?:eur|rice)|mercantil|folio|sede legale|registro|direttore|conservatória|hoofdredacteur|uitgever|rejestru|redaktor|wydawca|rejstříku|soudu|oddíl|vložka|súdu|redaktør|redaktör|utgivare|utgiver|cégjegyzékszám|szerkesztő|päätoimittaja|редактор|издатель)(?![\p{L}])/iu;

export function isImprintWord(word: string): boolean {
  return words.has(word.toLowerCase().replace(/^[(]{1,2}|[.:,;()|·]{1,3}$/g, ""));
}

/** Whether a line names a register, a court or an office of its sender. */
export function namesOffice(line: string): boolean {
  return names.test(line);
}
