BEGIN TRANSACTION;
CREATE TABLE documents (
	name TEXT NOT NULL, 
	data TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "documents" VALUES('lobby','{"edition":"classic","seats":[{"name":"Anna","colour":"red","shape":"triangle","tag":"04AAAAAAAAAA01","bot":null},{"name":"Ben","colour":"blue","shape":"square","tag":"04BBBBBBBBBB02","bot":null}],"game":"987f4475f0c5","enrolling":null,"house_rules":[]}');
INSERT INTO "documents" VALUES('board_map','{"spaces":{"node-0":[0,1,2,3,4,5,6,7,8,9],"node-1":[10,11,12,13,14,15,16,17,18,19],"node-2":[20,21,22,23,24,25,26,27,28,29],"node-3":[30,31,32,33,34,35,36,37,38,39]}}');
CREATE TABLE entries (
	game TEXT NOT NULL, 
	seq INTEGER NOT NULL, 
	entry TEXT NOT NULL, 
	actor TEXT NOT NULL, 
	request TEXT NOT NULL, 
	at_ms BIGINT NOT NULL, 
	PRIMARY KEY (game, seq), 
	FOREIGN KEY(game) REFERENCES games (id)
)
 WITHOUT ROWID

;
INSERT INTO "entries" VALUES('987f4475f0c5',0,'{"entry":"move","command":{"command":"start_game","seats":2,"decks":{"chance":[3,11,1,15,7,6,4,9,8,12,16,2,13,14,10,5],"community":[3,4,12,11,9,2,6,5,8,16,10,13,7,14,15,1]},"first":0,"house_rules":[]},"facts":[{"fact":"game_started","seats":2,"spaces":40,"decks":{"chance":[3,11,1,15,7,6,4,9,8,12,16,2,13,14,10,5],"community":[3,4,12,11,9,2,6,5,8,16,10,13,7,14,15,1]},"stock":{"house":32,"hotel":12},"space":0},{"fact":"money_moved","payer":-1,"payee":0,"amount":1500,"purpose":"start_money","inputs":{}},{"fact":"money_moved","payer":-1,"payee":1,"amount":1500,"purpose":"start_money","inputs":{}},{"fact":"agenda_set","tasks":[{"task":"opening_throw_pending","seats":[0,1],"thrown":[]}],"step":0}]}','banker','request-5',1795255608127);
INSERT INTO "entries" VALUES('987f4475f0c5',1,'{"entry":"move","command":{"command":"throw","seat":0,"faces":[6,5],"source":"typed"},"facts":[{"fact":"opening_thrown","seat":0,"faces":[6,5],"source":"typed"},{"fact":"agenda_set","tasks":[{"task":"opening_throw_pending","seats":[1],"thrown":[[0,11]]}],"step":0}]}','banker','request-6',1795255608132);
INSERT INTO "entries" VALUES('987f4475f0c5',2,'{"entry":"move","command":{"command":"throw","seat":1,"faces":[1,2],"source":"typed"},"facts":[{"fact":"opening_thrown","seat":1,"faces":[1,2],"source":"typed"},{"fact":"turn_began","seat":0,"number":1},{"fact":"agenda_set","tasks":[{"task":"throw_pending","seat":0}],"step":1}]}','banker','request-7',1795255608136);
INSERT INTO "entries" VALUES('987f4475f0c5',3,'{"entry":"move","command":{"command":"throw","seat":0,"faces":[2,3],"source":"typed"},"facts":[{"fact":"dice_thrown","seat":0,"faces":[2,3],"source":"typed","streak":0},{"fact":"agenda_set","tasks":[{"task":"advance_pending","seat":0,"space":5,"by":"throw","salary":0,"rent_factor":1,"rent_throw_factor":0}],"step":1}]}','banker','request-8',1795255608140);
INSERT INTO "entries" VALUES('987f4475f0c5',4,'{"entry":"move","command":{"command":"advance","seat":0},"facts":[{"fact":"piece_moved","seat":0,"origin":0,"space":5,"by":"throw"},{"fact":"agenda_set","tasks":[{"task":"buy_pending","seat":0,"deed":5,"price":200}],"step":1}]}','board:node-0','node-0/7/1',1795255608144);
INSERT INTO "entries" VALUES('987f4475f0c5',5,'{"entry":"move","command":{"command":"buy","seat":0},"facts":[{"fact":"money_moved","payer":0,"payee":-1,"amount":200,"purpose":"purchase","inputs":{"deed":5}},{"fact":"deed_moved","deed":5,"source":-1,"target":0},{"fact":"turn_began","seat":1,"number":2},{"fact":"agenda_set","tasks":[{"task":"throw_pending","seat":1}],"step":1}]}','board:node-0','node-0/7/2',1795255608148);
INSERT INTO "entries" VALUES('987f4475f0c5',6,'{"entry":"move","command":{"command":"throw","seat":1,"faces":[1,3],"source":"typed"},"facts":[{"fact":"dice_thrown","seat":1,"faces":[1,3],"source":"typed","streak":0},{"fact":"agenda_set","tasks":[{"task":"advance_pending","seat":1,"space":4,"by":"throw","salary":0,"rent_factor":1,"rent_throw_factor":0}],"step":1}]}','banker','request-9',1795255608155);
INSERT INTO "entries" VALUES('987f4475f0c5',7,'{"entry":"move","command":{"command":"advance","seat":1},"facts":[{"fact":"piece_moved","seat":1,"origin":0,"space":4,"by":"throw"},{"fact":"money_moved","payer":1,"payee":-1,"amount":200,"purpose":"tax","inputs":{"space":4}},{"fact":"turn_began","seat":0,"number":3},{"fact":"agenda_set","tasks":[{"task":"throw_pending","seat":0}],"step":1}]}','board:node-0','node-0/7/3',1795255608158);
INSERT INTO "entries" VALUES('987f4475f0c5',8,'{"entry":"move","command":{"command":"throw","seat":0,"faces":[1,2],"source":"typed"},"facts":[{"fact":"dice_thrown","seat":0,"faces":[1,2],"source":"typed","streak":0},{"fact":"agenda_set","tasks":[{"task":"advance_pending","seat":0,"space":8,"by":"throw","salary":0,"rent_factor":1,"rent_throw_factor":0}],"step":1}]}','banker','request-10',1795255608159);
INSERT INTO "entries" VALUES('987f4475f0c5',9,'{"entry":"move","command":{"command":"advance","seat":0},"facts":[{"fact":"piece_moved","seat":0,"origin":5,"space":8,"by":"throw"},{"fact":"agenda_set","tasks":[{"task":"buy_pending","seat":0,"deed":8,"price":100}],"step":1}]}','banker','request-11',1795255608168);
INSERT INTO "entries" VALUES('987f4475f0c5',10,'{"entry":"move","command":{"command":"decline","seat":0},"facts":[{"fact":"auction_opened","lot":{"lot":"deed_lot","deed":8}},{"fact":"agenda_set","tasks":[{"task":"auction_running","lot":{"lot":"deed_lot","deed":8},"bidders":[0,1],"minimum":1,"high":0,"leader":-1}],"step":1}]}','banker','request-12',1795255608169);
INSERT INTO "entries" VALUES('987f4475f0c5',11,'{"entry":"move","command":{"command":"place_bid","seat":1,"amount":30},"facts":[{"fact":"bid_placed","seat":1,"lot":{"lot":"deed_lot","deed":8},"amount":30},{"fact":"agenda_set","tasks":[{"task":"auction_running","lot":{"lot":"deed_lot","deed":8},"bidders":[0,1],"minimum":31,"high":30,"leader":1}],"step":1}]}','banker','request-13',1795255608169);
INSERT INTO "entries" VALUES('987f4475f0c5',12,'{"entry":"move","command":{"command":"pass_bid","seat":0},"facts":[{"fact":"bid_passed","seat":0,"lot":{"lot":"deed_lot","deed":8}},{"fact":"auction_closed","lot":{"lot":"deed_lot","deed":8},"seat":1,"amount":30},{"fact":"money_moved","payer":1,"payee":-1,"amount":30,"purpose":"auction","inputs":{"deed":8}},{"fact":"deed_moved","deed":8,"source":-1,"target":1},{"fact":"turn_began","seat":1,"number":4},{"fact":"agenda_set","tasks":[{"task":"throw_pending","seat":1}],"step":1}]}','banker','request-14',1795255608172);
INSERT INTO "entries" VALUES('987f4475f0c5',13,'{"entry":"undone","moves":1}','banker','request-15',1795255608172);
INSERT INTO "entries" VALUES('987f4475f0c5',14,'{"entry":"redone"}','banker','request-16',1795255608173);
INSERT INTO "entries" VALUES('987f4475f0c5',15,'{"entry":"move","command":{"command":"throw","seat":1,"faces":[6,6],"source":"typed"},"facts":[{"fact":"dice_thrown","seat":1,"faces":[6,6],"source":"typed","streak":1},{"fact":"agenda_set","tasks":[{"task":"advance_pending","seat":1,"space":16,"by":"throw","salary":0,"rent_factor":1,"rent_throw_factor":0}],"step":1}]}','banker','request-17',1795255608174);
CREATE TABLE games (
	number INTEGER NOT NULL, 
	id TEXT NOT NULL, 
	edition TEXT NOT NULL, 
	names TEXT NOT NULL, 
	started_ms BIGINT NOT NULL, 
	PRIMARY KEY (number), 
	UNIQUE (id)
);
INSERT INTO "games" VALUES(1,'987f4475f0c5','classic','["Anna","Ben"]',1795255608123);
CREATE TABLE meta (
	"key" TEXT NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY ("key")
);
INSERT INTO "meta" VALUES('application','bankhalter');
INSERT INTO "meta" VALUES('schema','1');
CREATE TABLE positions (
	node TEXT NOT NULL, 
	boot BIGINT NOT NULL, 
	n BIGINT NOT NULL, 
	PRIMARY KEY (node)
);
INSERT INTO "positions" VALUES('node-0',7,3);
COMMIT;
-- expected: {"987f4475f0c5": {"balances": [1300, 1270], "spaces": [8, 4], "moves": 14, "redo": 0}}
