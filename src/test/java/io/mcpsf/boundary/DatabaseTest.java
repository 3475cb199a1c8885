package io.mcpsf.boundary;

import static org.assertj.core.api.Assertions.assertThat;

import io.mcpsf.model.NetworkObservation.ServiceAsked;
import io.mcpsf.model.NetworkObservation.TlsOpened;
import io.mcpsf.model.SocketObservation.BaitLeft;
import io.mcpsf.os.Command;
import io.mcpsf.report.Borrowed;

import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIf;
import org.junit.jupiter.api.io.TempDir;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** Real clients of databases, which find one wherever they look for it. */
@Tag("chamber")
@EnabledIf("io.mcpsf.boundary.Needs#npm")
class DatabaseTest {

    @TempDir static Path folder;
    private static Path node;
    private static Path python;
    private static Inside inside;

    @BeforeAll
    static void open() throws IOException, InterruptedException {
        node =
                Borrowed.node(
                        "pg@8.23.1",
                        "mysql2@3.24.5",
                        "redis@5.12.1",
                        "ioredis@5.11.1",
                        "mongodb@6.22.0");
        python =
                Borrowed.python(
                        "psycopg[binary]==3.3.9",
                        "pymysql==1.2.4",
                        "redis==8.1.0",
                        "pymongo==4.20.0",
                        "asyncpg==0.32.0");
        inside =
                new Inside(
                        Files.createDirectory(folder.resolve("boundary")),
                        BoundarySpec.Options.plain());
    }

    @AfterAll
    static void close() {
        if (inside != null) {
            inside.close();
        }
    }

    @Test
    void postgresFromNode() throws Exception {
        String said =
                node(
                        """
                        const { Client } = require('pg');
                        const c = new Client('postgres://app:pw@db.example.com/app');
                        await c.connect();
                        const one = await c.query('SELECT 1 AS one');
                        const version = await c.query('select version()');
                        const tables = await c.query("SELECT table_name FROM information_schema.tables"
                            + " WHERE table_schema = $1", ['public']);
                        const mine = await c.query('SELECT id, email FROM users WHERE note = $1',
                            ['%s']);
                        await c.query('BEGIN');
                        await c.query('INSERT INTO logs(x) VALUES (1)');
                        await c.query('COMMIT');
                        console.log(one.rows[0].one, version.rows[0].version.slice(0, 10),
                            tables.rows.map(t => t.table_name).join(), mine.rowCount);
                        const columns = await c.query("SELECT column_name, data_type FROM"
                            + " information_schema.columns WHERE table_name = $1", ['users']);
                        const rows = await c.query('SELECT * FROM users ORDER BY id DESC LIMIT 2');
                        const joined = await c.query('SELECT o.id, u.email FROM orders o'
                            + ' JOIN users u ON u.id = o.user_id');
                        console.log(columns.rows.map(r => r.column_name + ' ' + r.data_type).join(),
                            rows.rows.map(r => r.id), joined.rows.every(r => r.email.includes('@')));
                        await c.query('CREATE TABLE marks (id serial, word text)');
                        await c.query('INSERT INTO marks (word) VALUES ($1)', ['kept']);
                        await c.end();
                        const again = new Client('postgres://app:pw@db.example.com/app');
                        await again.connect();
                        console.log((await again.query('SELECT word FROM marks')).rows[0].word);
                        await again.end();
                        """
                                .formatted(Inside.SECRET));

        assertThat(said)
                .isEqualTo(
                        "1 PostgreSQL users,products,orders 4\n"
                                + "id integer,name text,email text,created_at timestamp without"
                                + " time zone [ 4, 3 ] true\nkept\n");
        asked("postgresql", "SELECT id, email FROM users WHERE note = $1");
        inside.await(BaitLeft.class, b -> b.where().equals("postgresql"));
    }

    @Test
    void postgresFromPythonWithTls() throws Exception {
        String said =
                python(
                        """
                        import asyncio, psycopg, asyncpg
                        with psycopg.connect('postgresql://app@pg.example.com/app?sslmode=require') as c:
                            print(c.execute('select 1').fetchone(), c.execute(
                                'select * from things where a = %s', ('b',)).fetchall())
                        async def go():
                            c = await asyncpg.connect('postgresql://app@apg.example.com/app', ssl=False)
                            print(await c.fetchval('select 7'), await c.fetch(
                                'select name from users where name = $1', 'x'), [tuple(r) for r in
                                await c.fetch('select id from orders where id < 3 order by id')])
                            await c.close()
                        asyncio.run(go())
                        """);

        assertThat(said).isEqualTo("(1,) []\n7 [] [(1,), (2,)]\n");
        asked("postgresql", "select * from things where a = $1");
        inside.await(TlsOpened.class, t -> t.name().equals("pg.example.com"));
    }

    @Test
    void mysqlFromNodeAndPython() throws Exception {
        String said =
                node(
                        """
                        const mysql = require('mysql2/promise');
                        const c = await mysql.createConnection('mysql://app:pw@my.example.com/app');
                        const [one] = await c.query('SELECT 1 AS one');
                        const [tables] = await c.query('SHOW TABLES');
                        const [rows] = await c.execute('SELECT id, name FROM users WHERE id = ?', [7]);
                        const [done] = await c.execute('INSERT INTO logs(x) VALUES (?)', ['y']);
                        const [[third]] = await c.execute('SELECT id FROM users WHERE id = ?', [3]);
                        const [described] = await c.query('DESCRIBE products');
                        const [[count]] = await c.query('SELECT COUNT(*) AS n FROM orders');
                        console.log(one[0].one, tables[0].Tables_in_app, rows.length, third.id,
                            described.map(d => d.Field).join(), count.n, done.affectedRows);
                        await c.end();
                        """);
        String python =
                python(
                        """
                        import pymysql
                        c = pymysql.connect(host='my2.example.com', user='app', password='pw', database='app')
                        with c.cursor() as k:
                            k.execute('SELECT VERSION()')
                            print(k.fetchone())
                            k.execute('SELECT * FROM users WHERE name = %s', ('SECRET',))
                            print(k.fetchall())
                        c.close()
                        """
                                .replace("SECRET", Inside.SECRET));

        assertThat(said).isEqualTo("1 users 0 3 id,name,price,stock 6 1\n");
        assertThat(python).isEqualTo("('8.0.36',)\n()\n");
        asked("mysql", "SHOW TABLES");
        inside.await(BaitLeft.class, b -> b.where().equals("mysql"));
    }

    @Test
    void redisFromNodeAndPython() throws Exception {
        String said =
                node(
                        """
                        const { createClient } = require('redis');
                        const c = createClient({ url: 'redis://:pw@cache.example.com' });
                        await c.connect();
                        await c.set('a', 'b');
                        console.log(await c.get('a'), await c.get('none'), await c.ping(),
                            await c.keys('user:*'), (await c.hGetAll('user:2')).id,
                            await c.type('leaderboard'), await c.lRange('queue:mail', 0, -1),
                            await c.incr('visits'));
                        await c.close();
                        const Redis = require('ioredis');
                        const r = new Redis('redis://cache2.example.com');
                        await r.set('loot', '%s');
                        console.log(await r.get('loot') !== null, (await r.info()).includes('7.2.4'));
                        r.disconnect();
                        const three = createClient({ url: 'redis://cache3.example.com', RESP: 3 });
                        await three.connect();
                        console.log(await three.get('x'), await three.hGetAll('h'));
                        await three.close();
                        """
                                .formatted(Inside.SECRET));
        String python =
                python(
                        """
                        import redis
                        c = redis.Redis(host='cache4.example.com', decode_responses=True)
                        p = c.pipeline(); p.set('k', 'v'); p.get('k')
                        print(c.ping(), c.set('x', 'y'), c.get('x'), p.execute(),
                            c.hget('user:1', 'id'), list(c.scan_iter('product:*:name'))[0])
                        """);

        assertThat(said)
                .isEqualTo(
                        "b null PONG [ 'user:1', 'user:2', 'user:3', 'user:4' ] 2 zset"
                                + " [ 'welcome:1', 'invoice:3' ] 4813\n"
                                + "true true\nnull [Object: null prototype] {}\n");
        assertThat(python).isEqualTo("True True y [True, 'v'] 1 product:1:name\n");
        asked("redis", "SET a b");
        inside.await(BaitLeft.class, b -> b.where().equals("redis"));
    }

    @Test
    void mongoFromNodeAndPython() throws Exception {
        String said =
                node(
                        """
                        const { MongoClient } = require('mongodb');
                        const c = new MongoClient('mongodb://docs.example.com:27017/app');
                        await c.connect();
                        const db = c.db('app');
                        console.log(await db.command({ ping: 1 }).then(r => r.ok),
                            (await c.db().admin().listDatabases()).databases.length,
                            (await db.listCollections().toArray())[0].name,
                            (await db.collection('users').find({ mail: '%s' }).toArray()).length);
                        await db.collection('users').insertOne({ a: 1, mark: 'kept' });
                        console.log((await db.collection('users').findOne({ id: 2 })).email.includes('@'),
                            await db.collection('orders').countDocuments(),
                            (await db.collection('users').findOne({ mark: 'kept' })).a,
                            (await db.collection('orders').distinct('id')).length,
                            (await db.collection('users').updateOne({ id: 1 }, { $set: { b: 1 } })).modifiedCount);
                        await c.close();
                        """
                                .formatted(Inside.SECRET));
        String python =
                python(
                        """
                        from pymongo import MongoClient
                        c = MongoClient('mongodb://docs2.example.com')
                        print(c.list_database_names(), c.app.products.find_one({'id': 3})['id'])
                        """);

        assertThat(said).isEqualTo("1 2 users 0\ntrue 6 1 6 1\n");
        assertThat(python).isEqualTo("['admin', 'app'] 3\n");
        inside.await(
                ServiceAsked.class,
                a -> a.service().equals("mongodb") && a.statement().startsWith("{find: users"));
        inside.await(BaitLeft.class, b -> b.where().equals("mongodb"));
    }

    private static void asked(String service, String statement) throws InterruptedException {
        inside.await(
                ServiceAsked.class,
                a -> a.service().equals(service) && a.statement().equals(statement));
    }

    private static String node(String source) throws IOException, InterruptedException {
        Path file = Files.createTempFile(folder, "ask", ".js");
        Files.writeString(
                file,
                "(async () => {\n"
                        + source
                        + "})().catch(e => { console.log(e); process.exit(1); });\n");
        Map<String, String> env = Map.of("NODE_PATH", node.resolve("node_modules").toString());
        return said(inside.run(env, "node", file.toString()));
    }

    private static String python(String source) throws InterruptedException {
        return said(inside.run(python.toString(), "-c", source));
    }

    private static String said(Command.Result result) {
        assertThat(result.good()).as(result.stdout() + result.stderr()).isTrue();
        return result.stdout();
    }
}
