-- Times are milliseconds since 1970, people 32 hexadecimal digits, ids of matches as they are shown.

-- The process that writes, and the connection by which it holds the lease.
CREATE TABLE lease (
    name text COLLATE "C" PRIMARY KEY,
    holder text NOT NULL,
    connection int NOT NULL,
    until timestamptz NOT NULL
);
-- What writes. A batch changes its lane's row, so that a connection that was given up can write no more:
-- the number of its matches, and of the last row of the outbox that it gave.
CREATE TABLE lane (
    number int PRIMARY KEY,
    session bigint NOT NULL,
    matches bigint NOT NULL,
    notices bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO lane SELECT number, 0, 0, 0 FROM generate_series(0, 7) number;

CREATE TABLE match (
    id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    tip bytea NOT NULL,
    listing text COLLATE "C" NOT NULL
) WITH (fillfactor = 70);
CREATE TABLE event (
    match text COLLATE "C",
    version bigint,
    record bytea NOT NULL,
    PRIMARY KEY (match, version)
);
CREATE TABLE listed (
    list text COLLATE "C",
    match text COLLATE "C",
    PRIMARY KEY (list, match)
);
CREATE TABLE due (
    match text COLLATE "C" PRIMARY KEY,
    at bigint NOT NULL
);
CREATE INDEX due_at ON due (at, match);
-- The match that ended last.
CREATE TABLE latest (
    place text COLLATE "C",
    person text COLLATE "C",
    match text COLLATE "C" NOT NULL,
    PRIMARY KEY (place, person)
);
-- The matches in the order in which they ended, and the number of the last one.
CREATE TABLE ending (
    number bigint PRIMARY KEY,
    match text COLLATE "C" NOT NULL
);
CREATE TABLE endings (
    one boolean PRIMARY KEY CHECK (one),
    number bigint NOT NULL
) WITH (fillfactor = 10);
INSERT INTO endings VALUES (true, 0);
CREATE TABLE outbox (
    realm text COLLATE "C",
    number bigint,
    match text COLLATE "C" NOT NULL,
    before bigint NOT NULL,
    after bigint NOT NULL,
    PRIMARY KEY (realm, number)
);
CREATE TABLE delivery (
    name text COLLATE "C" PRIMARY KEY,
    number bigint NOT NULL,
    match text COLLATE "C" NOT NULL,
    before bigint NOT NULL,
    after bigint NOT NULL
);
CREATE INDEX delivery_number ON delivery (number);
CREATE TABLE preference (
    subject text COLLATE "C" PRIMARY KEY,
    value text COLLATE "C" NOT NULL
);
CREATE TABLE note (
    server text COLLATE "C",
    number bigint,
    entry text COLLATE "C" NOT NULL,
    PRIMARY KEY (server, number)
);
-- What can be worked out again from the matches.
CREATE TABLE standings (
    one boolean PRIMARY KEY CHECK (one),
    bytes bytea NOT NULL
);

CREATE TABLE people (
    person text COLLATE "C" PRIMARY KEY,
    realm text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    UNIQUE (realm, id)
);
CREATE INDEX people_namesakes ON people (name) WHERE realm = 'name-alone';
-- Nobody stands in the server's own notes on what is in its tables.
ALTER TABLE people ALTER id SET STATISTICS 0, ALTER name SET STATISTICS 0;
-- There while deleted rows of people may still stand in the table's files: since when, and the last
-- transaction that deleted some.
CREATE TABLE forgetting (
    one boolean PRIMARY KEY CHECK (one),
    since timestamptz NOT NULL,
    last bigint NOT NULL
);
